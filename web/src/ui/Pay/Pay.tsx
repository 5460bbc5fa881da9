import { formatPay, type PayRange } from "#/format/pay.ts";
import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import styles from "./Pay.module.css";

/** US dollars per hour, on marigold: the most prominent fact of a job. */
export function Pay({ low, high, big = false }: PayRange & { big?: boolean }) {
  const amount = formatPay({ low, high });
  if (amount === null) return <p className={styles.unknown}>{m.ui_pay_unknown()}</p>;
  return (
    <p className={cx(styles.pay, big && styles.big)}>
      {amount}
      <small className={styles.unit}>{m.ui_pay_hour()}</small>
    </p>
  );
}

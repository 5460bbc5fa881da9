import type { ReactNode } from "react";
import { Card } from "#/ui/Card/Card.tsx";
import { cx } from "#/ui/cx.ts";
import styles from "./Stats.module.css";

export type Stat = { label: string; value: ReactNode; note?: string };

/** Up to three statistics in one line, separated by hairlines; `small`: four, of the size of a heading. */
export function Stats({ items, small = false }: { items: Stat[]; small?: boolean }) {
  return (
    <dl className={small ? styles.small : styles.line}>
      {items.map((item) => (
        <div key={item.label} className={styles.figure}>
          <Figure {...item} />
        </div>
      ))}
    </dl>
  );
}

/** Statistics as cards: two per row, four from 900 px. */
export function StatCards({ items }: { items: Stat[] }) {
  return (
    <dl className={styles.cards}>
      {items.map((item) => (
        <Card key={item.label} className={cx(styles.figure, styles.card)}>
          <Figure {...item} />
        </Card>
      ))}
    </dl>
  );
}

function Figure({ label, value, note }: Stat) {
  return (
    <>
      <dt className={styles.label}>
        {label}
        {note && <span className={styles.note}>{note}</span>}
      </dt>
      <dd className={styles.value}>{value}</dd>
    </>
  );
}

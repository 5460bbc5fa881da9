import type { ComponentPropsWithRef, ReactNode } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./OptionCard.module.css";

type OptionCardProps = Omit<ComponentPropsWithRef<"input">, "type"> & {
  type: "radio" | "checkbox";
  label: ReactNode;
  detail?: ReactNode;
  /** Without its own border, for a line inside a card. */
  bare?: boolean;
};

/** A selectable option: the whole row, 56 px high, can be tapped. Group them in a fieldset with a legend. */
export function OptionCard({ label, detail, bare = false, className, ...input }: OptionCardProps) {
  return (
    <label className={cx(styles.choice, bare && styles.bare, bare && !detail && styles.single, className)}>
      <input {...input} className={styles.mark} />
      <span>
        <b className={styles.label}>{label}</b>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
    </label>
  );
}

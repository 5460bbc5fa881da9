import type { ReactNode } from "react";
import styles from "./DescriptionList.module.css";

/** Names and values of a record, one pair per line. */
export function DescriptionList({ items }: { items: { name: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.pairs}>
      {items.map(({ name, value }) => (
        <div key={name} className={styles.pair}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import type { ReactNode } from "react";
import { Card } from "#/ui/Card/Card.tsx";
import styles from "./Stats.module.css";

export type Stat = { label: string; value: ReactNode; note?: string };

/** Up to three figures in one line, with hairlines between them. */
export function Stats({ items }: { items: Stat[] }) {
  return (
    <dl className={styles.line}>
      {items.map((item) => (
        <Figure key={item.label} {...item} />
      ))}
    </dl>
  );
}

/** Figures as cards: two in a row, four from 900 px. */
export function StatCards({ items }: { items: Stat[] }) {
  return (
    <dl className={styles.cards}>
      {items.map((item) => (
        <Card key={item.label} className={styles.card}>
          <Figure {...item} />
        </Card>
      ))}
    </dl>
  );
}

function Figure({ label, value, note }: Stat) {
  return (
    <div className={styles.figure}>
      <dt className={styles.label}>
        {label}
        {note && <span className={styles.note}>{note}</span>}
      </dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  );
}

import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import styles from "./Stages.module.css";

export type Stage = 1 | 2 | 3 | 4;

const STAGES = [
  { number: 1, name: m.ui_stage_1 },
  { number: 2, name: m.ui_stage_2 },
  { number: 3, name: m.ui_stage_3 },
  { number: 4, name: m.ui_stage_4 },
] as const satisfies { number: Stage; name: () => string }[];

/** The four stages of an application: always this bar, always in the same place. */
export function Stages({ current }: { current: Stage }) {
  return (
    <div className={styles.stages}>
      <ol aria-label={m.ui_stages_label()} className={styles.bar}>
        {STAGES.map(({ number, name }) => (
          <li
            key={number}
            aria-current={number === current ? "step" : undefined}
            className={cx(styles.stage, number < current && styles.done, number === current && styles.now)}
          >
            <span className={styles.name}>{name()}</span>
            {number < current && <VisuallyHidden>, {m.ui_stage_done()}</VisuallyHidden>}
          </li>
        ))}
      </ol>
      <p aria-hidden="true" className={styles.caption}>
        <strong>{m.ui_stages_step({ current })}</strong>
        <span>{STAGES[current - 1]?.name()}</span>
      </p>
    </div>
  );
}

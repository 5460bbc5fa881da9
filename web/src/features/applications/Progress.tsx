import { cx } from "#/ui/cx.ts";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { m } from "#/messages.gen/messages.js";
import styles from "./Progress.module.css";
import { awaitsTimes, type Stage, STEPS, stepOf } from "./progress.ts";

/** How far an application is: four steps, with their names if `named`. Nothing once it has ended without a job. */
export function Progress({ stage, lastAction, named = false }: { stage: Stage; lastAction: string | undefined; named?: boolean }) {
  const reached = stepOf(awaitsTimes(stage, lastAction) ? "invited" : stage);
  if (reached === null) return null;
  const isOver = stage === "hired";
  const name = STEPS[reached]?.() ?? "";
  return (
    <div>
      <div aria-hidden="true" className={styles.bar}>
        {STEPS.map((step, number) => (
          <span
            key={number}
            className={cx(styles.step, (isOver || number < reached) && styles.done, !isOver && number === reached && styles.now, named && styles.named)}
          >
            {named && step()}
          </span>
        ))}
      </div>
      <VisuallyHidden>{m.applications_step({ step: reached + 1, name })}</VisuallyHidden>
    </div>
  );
}

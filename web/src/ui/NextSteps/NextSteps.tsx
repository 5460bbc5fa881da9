import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import styles from "./NextSteps.module.css";

export type NextStep = { title: ReactNode; detail?: ReactNode; state: "done" | "now" | "later" };

/** A list of past, current and future steps. */
export function NextSteps({ steps }: { steps: NextStep[] }) {
  return (
    <ol>
      {steps.map(({ title, detail, state }, index) => (
        <li key={index} aria-current={state === "now" ? "step" : undefined} className={styles.step}>
          <span aria-hidden="true" className={cx(styles.number, styles[state])}>
            {state === "done" ? <Icon as={Check} size="s" /> : index + 1}
          </span>
          <div>
            <p className={styles.title}>
              {title}
              {state === "done" && <VisuallyHidden>, {m.ui_stage_done()}</VisuallyHidden>}
            </p>
            {detail && <p className={styles.detail}>{detail}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

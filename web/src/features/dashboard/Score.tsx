import { m } from "#/messages.gen/messages.js";
import { ScoreTag } from "#/ui/ScoreTag/ScoreTag.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import styles from "./Score.module.css";

/** A score in percent with a label; null when the evidence was insufficient. */
export function Score({ score, big = false }: { score: number | null; big?: boolean }) {
  return (
    <div className={styles.score}>
      <VisuallyHidden>{m.dashboard_score()}</VisuallyHidden>
      <ScoreTag score={score} big={big} />
    </div>
  );
}

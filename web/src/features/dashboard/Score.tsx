import type { InterviewReport } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { ScoreTag } from "#/ui/ScoreTag/ScoreTag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { answersRead } from "./figures.ts";
import styles from "./Score.module.css";

type ScoreProps = { score: number | null; report?: InterviewReport | null; big?: boolean };

/** A score in percent with a label, and from how many answers if some have no level; null when the evidence was insufficient. */
export function Score({ score, report = null, big = false }: ScoreProps) {
  const { count, total } = answersRead([report]);
  return (
    <div className={styles.score}>
      <VisuallyHidden>{m.dashboard_score()}</VisuallyHidden>
      <ScoreTag score={score} big={big} />
      {score !== null && count < total && (
        <Text size="small" quiet num>
          {m.dashboard_score_of({ count, total })}
        </Text>
      )}
    </div>
  );
}

import { m } from "#/messages.gen/messages.js";
import { ScoreTag } from "#/ui/ScoreTag/ScoreTag.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";

/** A score in percent that says what it is; null where there was not enough evidence for one. */
export function Score({ score, big = false }: { score: number | null; big?: boolean }) {
  return (
    <div>
      <VisuallyHidden>{m.dashboard_score()}</VisuallyHidden>
      <ScoreTag score={score} big={big} />
    </div>
  );
}

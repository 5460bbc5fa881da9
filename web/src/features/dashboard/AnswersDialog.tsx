import type { Interview } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Answers } from "./Answers.tsx";

/** The answers of an interview, to watch and to read; closed while `interview` is null. */
export function AnswersDialog({ interview, onClose }: { interview: Interview | null; onClose: () => void }) {
  const title = interview ? m.dashboard_answers_title({ job: interview.jobTitle }) : "";
  return (
    <Dialog open={interview !== null} onClose={onClose} title={title}>
      {interview && <Answers interview={interview} />}
    </Dialog>
  );
}

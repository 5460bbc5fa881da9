import { useMutation } from "@tanstack/react-query";
import { type JobState, undoApplications } from "#/api/applications.queries.ts";
import type { components } from "#/api/schema.gen.d.ts";
import { m } from "#/messages.gen/messages.js";
import { useElapsed } from "#/platform/clock.ts";
import { formatReplyDay } from "#/format/due.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { CheckList, Tick } from "#/ui/CheckList/CheckList.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

type Result = components["schemas"]["SentReply"];

const UNDO_SECONDS = 10;

/** After some of several applications failed: what was sent, what was not and why, and 10 seconds to take it back. */
export function SentNotice({ results, jobs, onClose }: { results: Result[]; jobs: readonly JobState[]; onClose: () => void }) {
  const elapsed = useElapsed(1000);
  const left = Math.max(0, Math.ceil(UNDO_SECONDS - elapsed / 1000));
  const undo = useMutation(undoApplications);
  const sent = results.filter(({ applicationId }) => applicationId !== null);
  const nameOf = (result: Result) => {
    const job = jobs.find(({ jobId }) => jobId === result.jobId);
    return [job?.title, job?.employer?.name, job?.place].filter(Boolean).join(", ");
  };
  const refused = results.filter(({ applicationId }) => applicationId === null);
  const title = sent.length > 0 ? m.applications_done({ count: sent.length }) : m.applications_done_none();
  const takeBack = () =>
    undo.mutate(
      sent.map(({ applicationId }) => applicationId ?? ""),
      { onSuccess: onClose },
    );
  return (
    <Dialog open onClose={onClose} title={title}>
      {sent.length > 0 && (
        <CheckList>
          {sent.map((result) => (
            <Tick key={result.jobId}>
              {result.replyBy && result.zone
                ? m.applications_done_one({ job: nameOf(result), day: formatReplyDay(result.replyBy, result.zone) })
                : nameOf(result)}
            </Tick>
          ))}
        </CheckList>
      )}
      {refused.map((result) => (
        <Text key={result.jobId} strong>
          {formatRefusal(result.error, nameOf(result))}
        </Text>
      ))}
      {undo.isError && <Banner tone="danger" title={m.applications_undo_failed()} />}
      {sent.length > 0 && left > 0 && (
        <Button variant="second" full busy={undo.isPending} onClick={takeBack}>
          {m.applications_undo({ seconds: left })}
        </Button>
      )}
      {sent.length > 0 ? (
        <>
          <Text size="small" quiet>
            {m.applications_done_text()}
          </Text>
          <TextLink href="/applications">{m.applications_see_all()}</TextLink>
        </>
      ) : (
        <Button full href="/matches">
          {m.applications_send_others()}
        </Button>
      )}
    </Dialog>
  );
}

/** Why it was not sent. */
function formatRefusal(error: string | null, job: string): string {
  if (error === "already_applied") return m.applications_done_already({ job });
  return error === "job_full" ? m.applications_done_full({ job }) : m.applications_done_closed({ job });
}

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { markJob } from "#/api/matches.queries.ts";
import type { MatchedJob, NewMark } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { failed } from "./failed.ts";

type Reason = NonNullable<NewMark["reason"]>;

const REASONS: Record<Reason, () => string> = {
  pay: m.matching_list_hide_pay,
  distance: m.matching_list_hide_distance,
  times: m.matching_list_hide_times,
  work: m.matching_list_hide_work,
  employer: m.matching_list_hide_employer,
  other: m.matching_list_hide_other,
};

/** Asks for a reason, which may be left out, then hides the job. */
export default function HideDialog({ job, onClose }: { job: MatchedJob; onClose: () => void }) {
  const [reason, setReason] = useState<Reason | null>(null);
  // On the mutation itself: callbacks of a single call are dropped when the hidden job's card unmounts first.
  const hide = useMutation({
    ...markJob,
    onError: failed,
    onSuccess: async (...args) => {
      toast({ title: m.matching_list_hidden_done(), description: m.matching_list_hidden_done_text() });
      await markJob.onSuccess?.(...args);
      onClose();
    },
  });
  const go = () => hide.mutate({ jobId: job.id, mark: "hidden", reason });
  return (
    <Dialog open onClose={onClose} title={m.matching_list_hide_title()} text={m.matching_list_hide_text()}>
      <fieldset>
        <legend>
          <VisuallyHidden>{m.matching_list_hide_title()}</VisuallyHidden>
        </legend>
        <Stack gap="xs">
          {(Object.keys(REASONS) as Reason[]).map((one) => (
            <OptionCard key={one} type="radio" name="reason" bare label={REASONS[one]()} checked={reason === one} onChange={() => setReason(one)} />
          ))}
        </Stack>
      </fieldset>
      <Button full busy={hide.isPending} onClick={go}>
        {m.matching_list_hide_go()}
      </Button>
    </Dialog>
  );
}

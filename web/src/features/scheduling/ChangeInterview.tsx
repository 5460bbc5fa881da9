import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#/api/errors.ts";
import { cancelInterview, rescheduleInterview } from "#/api/interviews.queries.ts";
import type { Interview } from "#/api/types.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { m } from "#/messages.gen/messages.js";
import { homeZone } from "#/platform/zone.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { takeFocus } from "#/ui/Heading/Heading.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { useForm } from "#/ui/form/useForm.ts";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { asInstant, asLocal, earliest } from "./hours.ts";
import { timeRule } from "./interviewForm.ts";
import { UnknownZoneField } from "./ZoneField.tsx";

/** Reschedules or cancels an interview; closed while `interview` is null. */
export function ChangeInterview({ interview, onClose }: { interview: Interview | null; onClose: () => void }) {
  return (
    <Dialog
      open={interview !== null}
      onClose={onClose}
      title={m.booking_interview_change({ job: interview?.jobTitle ?? "" })}
      text={interview && formatAppointmentIn(homeZone(), interview.scheduledAt)}
    >
      {interview && <Change interview={interview} onClose={onClose} />}
    </Dialog>
  );
}

function Change({ interview, onClose }: { interview: Interview; onClose: () => void }) {
  const [sure, setSure] = useState(false);
  const cancelling = useMutation(cancelInterview);
  const cancel = () => cancelling.mutate(interview.id, { onSuccess: onClose });
  if (sure) {
    return (
      <Stack gap="s">
        {cancelling.isError && <Refused error={cancelling.error} />}
        <Button full busy={cancelling.isPending} onClick={cancel} ref={takeFocus}>
          {m.booking_interview_cancel_yes()}
        </Button>
        <TextLink center onClick={() => setSure(false)}>
          {m.booking_interview_cancel_no()}
        </TextLink>
      </Stack>
    );
  }
  return (
    <Stack gap="l">
      <NewTime interview={interview} onDone={onClose} />
      <TextLink center onClick={() => setSure(true)}>
        {m.booking_interview_cancel()}
      </TextLink>
    </Stack>
  );
}

const RULES = { scheduledAt: timeRule };

function NewTime({ interview, onDone }: { interview: Interview; onDone: () => void }) {
  const { mutateAsync, error } = useMutation(rescheduleInterview);
  const [, setZone] = useState(homeZone);
  const form = useForm(RULES, { scheduledAt: asLocal(interview.scheduledAt) });
  const submit = ({ scheduledAt }: { scheduledAt: string }) =>
    mutateAsync({ id: interview.id, scheduledAt: asInstant(scheduledAt), zone: homeZone() }).then(onDone, () => undefined);
  return (
    <form {...form.on(submit)}>
      <Stack>
        <Field label={m.booking_form_time()} hint={m.booking_form_hours()} type="datetime-local" min={earliest(new Date())} {...form.field("scheduledAt")} />
        <UnknownZoneField onZone={setZone} />
        {error && <Refused error={error} />}
        <Button full type="submit" busy={form.busy}>
          {m.booking_interview_move()}
        </Button>
      </Stack>
    </form>
  );
}

function Refused({ error }: { error: unknown }) {
  return (
    <Banner tone="danger" title={m.booking_not_changed()}>
      {messageOf(error, m.booking_failed_text())}
    </Banner>
  );
}

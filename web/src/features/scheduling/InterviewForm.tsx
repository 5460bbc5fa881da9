import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useDraft } from "#/session/drafts.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import { createInterview } from "#/api/interviews.queries.ts";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { homeZone } from "#/platform/zone.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { EmailField } from "#/ui/Field/EmailField.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { useForm } from "#/ui/form/useForm.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { asInstant, earliest } from "./hours.ts";
import { interviewRules, type InterviewValues, JOBS } from "./interviewForm.ts";
import { UnknownZoneField } from "./ZoneField.tsx";

/** Schedules an AI interview, then calls `onScheduled`. */
export function InterviewForm({ user, onScheduled }: { user: User; onScheduled: () => void }) {
  const [, setZone] = useState(homeZone);
  const { form, submit, problem } = useInterviewForm(user, onScheduled);
  const { error: jobError, ...job } = form.field("jobTitle");
  const { error: notesError, ...notes } = form.field("notes");
  return (
    <form {...form.on(submit)} aria-label={m.booking_form_title()}>
      <Stack gap="l">
        <Heading level={3}>{m.booking_form_job_section()}</Heading>
        <Field label={m.booking_form_job()} error={jobError}>
          {(ids) => (
            <select {...ids} {...job}>
              <option value="">{m.booking_form_job_choose()}</option>
              {JOBS.map(([title, label]) => (
                <option key={title} value={title}>
                  {label()}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={m.booking_form_company()} autoComplete="organization" maxLength={120} {...form.field("companyName")} />
        <Heading level={3}>{m.booking_form_candidate_section()}</Heading>
        <Field label={m.booking_form_name()} autoComplete="name" maxLength={161} {...form.field("candidateName")} />
        <EmailField label={m.booking_form_email()} autoComplete="email" {...form.field("candidateEmail")} />
        <Heading level={3}>{m.booking_form_time_section()}</Heading>
        <Field label={m.booking_form_time()} hint={m.booking_form_hours()} type="datetime-local" min={earliest(new Date())} {...form.field("scheduledAt")} />
        <UnknownZoneField onZone={setZone} />
        <Field label={m.booking_form_notes()} error={notesError}>
          {(ids) => <textarea {...ids} {...notes} maxLength={1000} />}
        </Field>
        {problem && (
          <Banner tone="danger" title={m.booking_form_failed()}>
            {problem}
          </Banner>
        )}
        <Button full type="submit" busy={form.busy}>
          {form.busy ? m.booking_form_busy() : m.booking_form_submit()}
        </Button>
      </Stack>
    </form>
  );
}

function useInterviewForm(user: User, onScheduled: () => void) {
  const { mutateAsync } = useMutation(createInterview);
  const [begun, keepDraft, dropDraft] = useDraft<Partial<InterviewValues>>("interview", () => ({}), withoutAddress);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm(interviewRules, { ...beginning(user), ...begun }, keepDraft);

  async function submit({ scheduledAt, companyName, candidateEmail, notes, ...rest }: InterviewValues): Promise<void> {
    const body = {
      ...rest,
      userId: user.id,
      scheduledAt: asInstant(scheduledAt),
      zone: homeZone(),
      ...(companyName && { companyName }),
      ...(candidateEmail && { candidateEmail }),
      ...(notes && { notes }),
    };
    setProblem(null);
    try {
      const { jobTitle } = await mutateAsync(body);
      dropDraft();
      toast({ title: m.booking_form_done(), description: m.booking_form_done_text({ jobTitle }), tone: "good" });
      onScheduled();
    } catch (error) {
      setProblem(messageOf(error, m.booking_form_failed_text()));
      form.setErrors(error instanceof ApiError ? error.fields : {});
    }
  }
  return { form, submit, problem };
}

function beginning({ firstName, lastName, email }: User): InterviewValues {
  const candidateName = [firstName, lastName].filter(Boolean).join(" ");
  return { jobTitle: "", companyName: "", candidateName, candidateEmail: email ?? "", scheduledAt: "", notes: "" };
}

/** The address is not stored: it would outlast the session. */
function withoutAddress({ candidateEmail: _, ...rest }: Partial<InterviewValues>): Partial<InterviewValues> {
  return rest;
}

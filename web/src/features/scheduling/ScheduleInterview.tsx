import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Tick, CheckList } from "#/ui/CheckList/CheckList.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import styles from "./ScheduleInterview.module.css";
import { useNext } from "./Schedule.tsx";
import { InterviewForm } from "./InterviewForm.tsx";

/** What the form says of the interview, and what that means here. */
const INCLUDED = [
  { what: m.booking_form_included_questions, truth: m.booking_form_included_written },
  { what: m.booking_form_included_recording, truth: m.booking_form_included_watched },
  { what: m.booking_form_included_analysis, truth: m.booking_form_included_allowed },
  { what: m.booking_form_included_duration, truth: m.booking_form_included_length },
];

/** Schedules an AI interview: the form, what is included, and a link to an immediate one. */
export function ScheduleInterview({ user, onDone }: { user: User; onDone: () => void }) {
  const next = useNext();
  return (
    <Wide split>
      <Stack gap="xs" className={styles.heading}>
        <TextLink back className={styles.back} onClick={onDone}>
          {m.booking_form_back()}
        </TextLink>
        <Heading level={1} autoFocus>
          {m.booking_form_mode()}
        </Heading>
      </Stack>
      <Card>
        <Stack gap="l">
          <Stack gap="xs">
            <Heading level={2}>{m.booking_form_title()}</Heading>
            <Text quiet>{m.booking_form_lead()}</Text>
          </Stack>
          <InterviewForm user={user} onScheduled={onDone} />
        </Stack>
      </Card>
      <Stack gap="l">
        <TitledCard title={m.booking_form_included()}>
          <CheckList>
            {INCLUDED.map(({ what, truth }) => (
              <Tick key={what()}>
                {what()}
                <Text as="span" size="small" quiet className={styles.truth}>
                  {truth()}
                </Text>
              </Tick>
            ))}
          </CheckList>
        </TitledCard>
        <TitledCard title={next ? m.booking_known() : m.booking_form_now()}>
          <Text size="small" quiet>
            {next?.text ?? m.booking_form_now_text()}
          </Text>
          <Button variant="second" full href={next?.href ?? "/video-interview-prep"}>
            {next?.label ?? m.booking_form_now_start()}
          </Button>
        </TitledCard>
      </Stack>
    </Wide>
  );
}

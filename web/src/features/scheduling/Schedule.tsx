import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import styles from "./Schedule.module.css";

/** An external calendar in a frame. Our own calendar needs no frame: see `Book`. */
export function ExternalCalendar({ address }: { address: string }) {
  return (
    <Wide split>
      <Stack className={styles.calendar}>
        <Stack gap="xs">
          <Heading level={1}>{m.booking_schedule_title()}</Heading>
          <Text size="lead" quiet>{m.booking_schedule_lead()}</Text>
        </Stack>
        <iframe title={m.booking_frame()} src={address} className={styles.frame} />
      </Stack>
      <InterviewNow />
    </Wide>
  );
}

/** Offers an immediate AI interview. It leads to the consent page: only that page starts an interview. */
export function InterviewNow() {
  return (
    <Callout className={styles.instead}>
      <Stack gap="s">
        <Button full variant="second" href="/video-interview-prep">{m.booking_start_now()}</Button>
        <Text size="small" quiet>{m.booking_start_now_text()}</Text>
      </Stack>
    </Callout>
  );
}

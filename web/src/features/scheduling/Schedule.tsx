import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Well } from "#/ui/Well/Well.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import styles from "./Schedule.module.css";

/** The calendar in its frame, and the way around it: the interview at once. */
export function Schedule({ calendar }: { calendar: string }) {
  return (
    <Wide split>
      <Stack className={styles.calendar}>
        <Stack gap="xs">
          <Heading level={1}>{m.booking_schedule_title()}</Heading>
          <Text size="lead" quiet>{m.booking_schedule_lead()}</Text>
        </Stack>
        <iframe title={m.booking_frame()} src={calendar} className={styles.frame} />
      </Stack>
      <Well className={styles.instead}>
        <Stack gap="s">
          <Button full href="/live-interview">{m.booking_start_now()}</Button>
          <Text size="small" quiet>{m.booking_start_now_text()}</Text>
        </Stack>
      </Well>
    </Wide>
  );
}

import { CalendarClock, Clock, DoorOpen, MapPin } from "lucide-react";
import type { JobArt, WorkLocation } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Art } from "#/ui/Art/Art.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Fact, Facts } from "#/ui/CheckList/CheckList.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { useDesk } from "../session.ts";
import { hourlyPay, type JobForm } from "./fields.ts";
import { formatShifts } from "./words.ts";
import styles from "./JobForm.module.css";

/** The card and the text of a job as candidates see them. */
export function JobPreview({ form, place, art = "tray" }: { form: JobForm; place: WorkLocation | undefined; art: JobArt | undefined }) {
  const { employer } = useDesk();
  const days = form.replyDays === "" ? employer.replyDays : Number(form.replyDays);
  return (
    <Stack as="section" aria-labelledby="job-preview">
      <Heading level={2} size={3} id="job-preview">
        {m.desk_post_preview()}
      </Heading>
      <Card as="article">
        <Stack>
          <Row top spread>
            <Stack gap="xs">
              <Pay {...hourlyPay(form)} />
              <Heading level={3}>{form.title.trim() || m.desk_post_title()}</Heading>
              <Facts>
                <Fact>{employer.name}</Fact>
                {place && <Fact icon={MapPin}>{[place.street, place.city].filter(Boolean).join(", ")}</Fact>}
                {form.shifts.length > 0 && <Fact icon={Clock}>{formatShifts(form.shifts)}</Fact>}
                {form.alwaysHiring && <Fact icon={DoorOpen}>{m.matching_always_hiring()}</Fact>}
                <Fact icon={CalendarClock}>{m.desk_post_promise({ count: days })}</Fact>
              </Facts>
            </Stack>
            <Art name={art} size="s" />
          </Row>
          {[form.description, form.benefits]
            .filter((text) => text.trim())
            .map((text, at) => (
              <Text key={at} size="small" className={styles.words}>
                {text.trim()}
              </Text>
            ))}
        </Stack>
      </Card>
      {form.alsoAt.length > 0 && (
        <Text size="small" quiet>
          {m.desk_post_live_places({ count: form.alsoAt.length + 1 })}
        </Text>
      )}
      <Text size="small" quiet>
        {form.alwaysHiring ? m.desk_post_live_always() : m.desk_post_live_for()}
      </Text>
    </Stack>
  );
}

import type { FirstDay } from "#/api/types.ts";
import { zoneOf } from "#/desk/due/DueDay.tsx";
import { formatDayIn } from "#/format/calendar.ts";
import { formatDay } from "#/format/due.ts";
import { inSentence } from "#/format/sentences.ts";
import { m } from "#/messages.gen/messages.js";
import { pathTo } from "#/platform/paths.ts";
import { Card } from "#/ui/Card/Card.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import styles from "./CalendarPage.module.css";

/** The first days of people who accepted an offer, earliest first. */
export function FirstDays({ days }: { days: FirstDay[] }) {
  if (days.length === 0) return null;
  return (
    <Stack as="section" aria-label={m.desk_decide_calendar_first_days()}>
      <Heading level={2}>{m.desk_decide_calendar_first_days()}</Heading>
      <Card>
        <DividedList>
          {days.map(({ id, firstName, title, location, startOn, firstShift, place, member, mine, deletesAt, zone }) => (
            <li key={id}>
              <Text strong>{formatDayIn("UTC", `${startOn}T12:00:00Z`)}</Text>
              <TextLink className={styles.name} href={pathTo<"/desk/applications/:id">(`/desk/applications/${id}`, { from: "calendar" })}>
                {firstName}
              </TextLink>
              <Text size="small">{location ? m.desk_decide_calendar_with({ title, location }) : title}</Text>
              <Text size="small" quiet>
                {m.desk_decide_calendar_first_shift({ shift: inSentence(firstShift), place })}
              </Text>
              {deletesAt && (
                <Text size="small" strong>
                  {m.desk_today_leaves({ name: firstName, day: formatDay(deletesAt, zoneOf(zone)) })}
                </Text>
              )}
              {!mine && member && (
                <Text size="small" quiet>
                  {m.desk_decide_calendar_offer_by({ member })}
                </Text>
              )}
            </li>
          ))}
        </DividedList>
      </Card>
    </Stack>
  );
}

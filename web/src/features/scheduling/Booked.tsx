import { CalendarClock, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import type { Booking } from "#/api/types.ts";
import { formatDayIn, formatTimeIn } from "#/format/calendar.ts";
import { m } from "#/messages.gen/messages.js";
import { formatZone } from "#/format/zones.ts";
import { pathTo } from "#/platform/paths.ts";
import { Art } from "#/ui/Art/Art.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Fact, Facts } from "#/ui/CheckList/CheckList.tsx";

/** The confirmed booking: date, coach, and how to change it. */
export function Booked({ booking }: { booking: Booking }) {
  return (
    <Column>
      <Stack gap="l">
        <Art name="sun" size="xl" />
        <Stack gap="xs">
          <Heading level={1} autoFocus>
            {m.booking_done()}
          </Heading>
          <Text quiet>{m.booking_done_text({ email: booking.email ?? "" })}</Text>
        </Stack>
        <Appointment booking={booking}>
          <TextLink href={pathTo("/your-booking", { key: booking.key })}>{m.booking_change_or_cancel()}</TextLink>
        </Appointment>
      </Stack>
    </Column>
  );
}

/** The time and the coach of a booking, with its actions. */
export function Appointment({ booking, children }: { booking: Booking; children?: ReactNode }) {
  const { startsAt, endsAt, zone, coachName } = booking;
  return (
    <Card>
      <Stack gap="s">
        <Heading level={2} size={3}>
          {formatDayIn(zone, startsAt)}
        </Heading>
        <Facts size="body">
          <Fact icon={CalendarClock}>{m.booking_from_to({ from: formatTimeIn(zone, startsAt), to: formatTimeIn(zone, endsAt) })}</Fact>
          {coachName && <Fact icon={UserRound}>{m.booking_with({ coach: coachName })}</Fact>}
        </Facts>
        <Text size="small" quiet>
          {m.booking_zone_now({ zone: formatZone(zone) })}
        </Text>
        {children}
      </Stack>
    </Card>
  );
}

import { useQuery } from "@tanstack/react-query";
import { bookingsQuery } from "#/api/schedule.queries.ts";
import type { Booking } from "#/api/types.ts";
import { formatDayIn, formatTimeIn } from "#/format/calendar.ts";
import { m } from "#/messages.gen/messages.js";
import { formatZone } from "#/format/zones.ts";
import { pathTo } from "#/platform/paths.ts";
import { productName } from "#/platform/product.ts";
import { Art } from "#/ui/Art/Art.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

export type Confirmed = Pick<Booking, "startsAt" | "zone">;

/** Confirms a booking. `booking` is null if it was made in an external calendar, and when the page is opened again. */
export function Confirmation({ booking }: { booking: Confirmed | null }) {
  const { data: bookings = [] } = useQuery(bookingsQuery);
  const made = booking ? bookings.find(({ startsAt }) => startsAt === booking.startsAt) : bookings[0];
  const shown = booking ?? made;
  return (
    <>
      <Column>
        <Stack gap="l">
          <Art name="sun" size="xl" />
          <Stack gap="s">
            <Heading level={1}>{shown ? titleOf(shown) : m.booking_confirmed()}</Heading>
            {made?.coachName && <Text strong>{m.booking_with({ coach: made.coachName })}</Text>}
            {shown && <Text strong>{m.booking_zone_now({ zone: formatZone(shown.zone) })}</Text>}
            <Text size="lead" quiet>
              {m.booking_confirmed_text({ product: productName() })}
            </Text>
          </Stack>
          {made && <TextLink href={pathTo("/your-booking", { key: made.key })}>{m.booking_change_or_cancel()}</TextLink>}
        </Stack>
      </Column>
      <BottomBar>
        <Button full href="/">
          {m.booking_home()}
        </Button>
      </BottomBar>
    </>
  );
}

function titleOf({ startsAt, zone }: Confirmed): string {
  return m.booking_confirmed_at({ day: formatDayIn(zone, startsAt), time: formatTimeIn(zone, startsAt) });
}

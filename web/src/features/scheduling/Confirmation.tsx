import type { Booking } from "#/api/types.ts";
import { formatDayIn, formatTimeIn } from "#/format/calendar.ts";
import { m } from "#/messages.gen/messages.js";
import { formatZone } from "#/format/zones.ts";
import { productName } from "#/platform/product.ts";
import { Art } from "#/ui/Art/Art.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

export type Confirmed = Pick<Booking, "startsAt" | "zone">;

/** Confirms a booking. `booking` is null if it was made in an external calendar. */
export function Confirmation({ booking }: { booking: Confirmed | null }) {
  return (
    <>
      <Column>
        <Stack gap="l">
          <Art name="sun" size="xl" />
          <Stack gap="s">
            <Heading level={1}>{booking ? titleOf(booking) : m.booking_confirmed()}</Heading>
            {booking && <Text strong>{m.booking_zone_now({ zone: formatZone(booking.zone) })}</Text>}
            <Text size="lead" quiet>{m.booking_confirmed_text({ product: productName() })}</Text>
          </Stack>
        </Stack>
      </Column>
      <BottomBar>
        <Button full href="/">{m.booking_home()}</Button>
      </BottomBar>
    </>
  );
}

function titleOf({ startsAt, zone }: Confirmed): string {
  return m.booking_confirmed_at({ day: formatDayIn(zone, startsAt), time: formatTimeIn(zone, startsAt) });
}

import { useQuery } from "@tanstack/react-query";
import { bookingsQuery } from "#/api/schedule.queries.ts";
import type { Booking } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { pathTo } from "#/platform/paths.ts";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { formatAppointment } from "#/format/dates.ts";

/** The booked coach appointments, with a link to change them. Renders nothing without bookings. */
export function BookingsCard() {
  const { data: bookings } = useQuery(bookingsQuery);
  if (!bookings?.length) return null;
  return (
    <TitledCard title={m.dashboard_bookings()}>
      <DividedList>
        {bookings.map((booking) => (
          <OneBooking key={booking.key} booking={booking} />
        ))}
      </DividedList>
    </TitledCard>
  );
}

function OneBooking({ booking: { key, startsAt, coachName, changeable } }: { booking: Booking }) {
  return (
    <Row as="li" spread top>
      <div>
        <Text strong num>
          {formatAppointment(startsAt)}
        </Text>
        {coachName && (
          <Text size="small" quiet>
            {m.booking_with({ coach: coachName })}
          </Text>
        )}
      </div>
      {changeable && <TextLink href={pathTo("/your-booking", { key })}>{m.booking_change_or_cancel()}</TextLink>}
    </Row>
  );
}

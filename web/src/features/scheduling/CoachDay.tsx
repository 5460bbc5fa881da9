import { useQuery } from "@tanstack/react-query";
import { CalendarPlus, Mail, Phone } from "lucide-react";
import { liveQuery } from "#/api/calls.queries.ts";
import { coachFeed, coachQuery } from "#/api/schedule.queries.ts";
import type { Coach, CoachBooking } from "#/api/types.ts";
import { formatDayIn, formatTimeIn } from "#/format/calendar.ts";
import { formatZone } from "#/format/zones.ts";
import { m } from "#/messages.gen/messages.js";
import { nowIso } from "#/platform/clock.ts";
import { pathTo } from "#/platform/paths.ts";
import { formatPhone } from "#/platform/phone.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Fact, Facts } from "#/ui/CheckList/CheckList.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { daysOf, todayIn } from "./times.ts";

/** A coach's own page, opened by a private link. */
export function CoachDay({ linkKey }: { linkKey: string }) {
  return (
    <Column>
      <QueryState
        query={useQuery(coachQuery(linkKey))}
        loading={<PageSpinner />}
        failed={(_error, retry) => (
          <Empty level={1} art="compass" title={m.booking_wants_unknown()} text={m.booking_coach_unknown_text()}>
            <Button full="phone" {...retry}>
              {m.ui_retry()}
            </Button>
          </Empty>
        )}
      >
        {(coach) => <Days linkKey={linkKey} coach={coach} />}
      </QueryState>
    </Column>
  );
}

/** Today's bookings, then later ones, and the feed for the coach's own calendar. */
function Days({ linkKey, coach }: { linkKey: string; coach: Coach }) {
  const { zone, bookings } = coach;
  const today = todayIn(zone, nowIso());
  const days = daysOf(bookings, zone);
  return (
    <Stack gap="l">
      <Stack gap="xs">
        <Heading level={1}>{m.booking_coach_title({ coach: coach.name })}</Heading>
        <Text quiet>{m.booking_zone_now({ zone: formatZone(zone) })}</Text>
      </Stack>
      <LiveNow linkKey={linkKey} />
      {days[0]?.date !== today && (
        <TitledCard title={m.booking_coach_today()}>
          <Text>{m.booking_coach_nobody()}</Text>
        </TitledCard>
      )}
      {days.map(({ date, slots }) => (
        <TitledCard key={date} title={date === today ? m.booking_coach_today() : formatDayIn(zone, slots[0] ?? "")}>
          <DividedList>
            {bookings
              .filter(({ startsAt }) => slots.includes(startsAt))
              .map((booking) => (
                <Candidate key={booking.id} booking={booking} zone={zone} />
              ))}
          </DividedList>
        </TitledCard>
      ))}
      <TitledCard title={m.booking_coach_feed()}>
        <Text size="small" quiet>
          {m.booking_coach_feed_text()}
        </Text>
        <Facts size="body">
          <Fact icon={CalendarPlus}>
            <AppLink outside={coachFeed(linkKey)}>{m.booking_coach_feed_link()}</AppLink>
          </Fact>
        </Facts>
      </TitledCard>
    </Stack>
  );
}

function Candidate({ booking, zone }: { booking: CoachBooking; zone: string }) {
  const { name, email, phone } = booking;
  const times = { from: formatTimeIn(zone, booking.startsAt), to: formatTimeIn(zone, booking.endsAt) };
  return (
    <Stack as="li" gap="xs">
      <Text size="small" quiet num>
        {m.booking_from_to(times)}
      </Text>
      <Heading level={3}>{name}</Heading>
      <Facts size="body">
        {phone && (
          <Fact icon={Phone}>
            <AppLink outside={`tel:${phone}`}>{formatPhone(phone)}</AppLink>
          </Fact>
        )}
        {email && (
          <Fact icon={Mail}>
            <AppLink outside={`mailto:${email}`}>{email}</AppLink>
          </Fact>
        )}
      </Facts>
      {booking.zone !== zone && (
        <Text size="small" quiet>
          {m.booking_coach_their_time({ time: formatTimeIn(booking.zone, booking.startsAt), zone: formatZone(booking.zone) })}
        </Text>
      )}
    </Stack>
  );
}

/** The coach's candidates who are in their interview now, with links to watch. Renders nothing if there are none. */
function LiveNow({ linkKey }: { linkKey: string }) {
  const { data: interviews = [] } = useQuery(liveQuery(linkKey));
  if (interviews.length === 0) return null;
  return (
    <TitledCard
      title={m.calls_live_title()}
      aside={
        <Tag tone="spark" live>
          {m.calls_live_now()}
        </Tag>
      }
    >
      <Text size="small" quiet>
        {m.calls_live_text()}
      </Text>
      <DividedList>
        {interviews.map(({ key, candidateName: name, jobTitle }) => (
          <Row as="li" spread key={key}>
            <Stack gap="xs">
              <Heading level={3}>{name}</Heading>
              <Text size="small" quiet>
                {jobTitle}
              </Text>
            </Stack>
            <TextLink href={pathTo("/watch", { key })} aria-label={m.calls_join_named({ name })}>
              {m.calls_join()}
            </TextLink>
          </Row>
        ))}
      </DividedList>
    </TitledCard>
  );
}

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { applicationsQuery, countOpen } from "#/api/applications.queries.ts";
import { interviewsQuery } from "#/api/interviews.queries.ts";
import { bookingsQuery } from "#/api/schedule.queries.ts";
import { formatAppointment, formatDate } from "#/format/dates.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { type AppPath, pathTo } from "#/platform/paths.ts";
import { useUser } from "#/session/user.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import styles from "./Schedule.module.css";

/** An external calendar in a frame. Our own calendar needs no frame: see `Book`. */
export function ExternalCalendar({ address }: { address: string }) {
  const next = useNext();
  return (
    <Wide split={!next}>
      <Stack className={styles.calendar}>
        <Stack gap="xs">
          <Heading level={1}>{m.booking_schedule_title()}</Heading>
          <Text size="lead" quiet>
            {m.booking_schedule_lead()}
          </Text>
        </Stack>
        {next && <NextStep {...next} />}
        <iframe title={m.booking_frame()} src={address} className={styles.frame} />
      </Stack>
      {!next && <InterviewNow />}
    </Wide>
  );
}

/** Offers an immediate AI interview. It leads to the consent page: only that page starts an interview. */
export function InterviewNow() {
  return (
    <Callout>
      <Stack gap="s">
        <Button full variant="second" href="/video-interview-prep">
          {m.booking_start_now()}
        </Button>
        <Text size="small" quiet>
          {m.booking_start_now_text()}
        </Text>
        <Text size="small" quiet>
          {m.booking_form_included_length()}
        </Text>
      </Stack>
    </Callout>
  );
}

/** Says what comes after an interview that has begun or is done: above the calendar, which is then no longer what matters. */
export function NextStep({ text, label, href }: Next) {
  return (
    <Callout>
      <Stack gap="s">
        <Text>{text}</Text>
        <Button full="phone" variant="second" href={href}>
          {label}
        </Button>
      </Stack>
    </Callout>
  );
}

/** The times with a coach that are booked, with a link to change each. Renders nothing without one. */
export function BookedTimes() {
  const { data: bookings = [] } = useQuery(bookingsQuery);
  return bookings.map(({ key, startsAt, changeable }) => (
    <Banner key={key} tone="plain" title={m.booking_known_booked({ moment: formatAppointment(startsAt) })}>
      {changeable && <TextLink href={pathTo("/your-booking", { key })}>{m.booking_change_or_cancel()}</TextLink>}
    </Banner>
  ));
}

type Next = { text: string; label: string; href: AppPath };

/** Returns what comes next for a person whose interview has begun or is done; null for all others, and while unknown. */
export function useNext(): Next | null {
  const { data: interviews = [] } = useQuery(interviewsQuery(useUser().id));
  const open = countOpen(useInfiniteQuery(applicationsQuery).data);
  const done = interviews.find(({ status }) => status === "completed");
  if (interviews.some(({ status, consentVersion }) => status === "in-progress" && consentVersion)) {
    return { text: m.booking_known_begun(), label: m.booking_known_resume(), href: "/video-interview-prep" };
  }
  if (!done) return null;
  const day = formatDate(done.endedAt ?? done.scheduledAt);
  if (!open) return { text: m.booking_known_done({ day }), label: m.booking_known_send(), href: "/dashboard" };
  return { text: m.booking_known_sent({ day, count: open, countText: formatCount(open) }), label: m.booking_known_see(), href: "/applications" };
}

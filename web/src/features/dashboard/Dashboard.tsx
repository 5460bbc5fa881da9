import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApplicationSummary } from "#/api/applications.queries.ts";
import { bookingsQuery } from "#/api/schedule.queries.ts";
import type { Booking, Interview, Matches, User } from "#/api/types.ts";
import { formatAppointment } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { pathTo } from "#/platform/paths.ts";
import { formatPhone } from "#/platform/phone.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Quote } from "#/ui/Quote/Quote.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import styles from "./Dashboard.module.css";
import { formatEmployment, formatExpectedPay, formatExperience } from "./format.ts";
import { InterviewCard } from "./InterviewCard.tsx";
import { MatchesCard } from "./MatchesCard.tsx";
import { NextCard } from "./NextCard.tsx";
import { NotificationsCard } from "./NotificationsCard.tsx";

interface DashboardProps {
  user: User;
  /** Whether the user's record is up to date. */
  profile: UseQueryResult<User>;
  interviews: UseQueryResult<Interview[]>;
  matches: UseQueryResult<Matches>;
  /** The newest applications; undefined while they are not known. */
  applications: readonly ApplicationSummary[] | undefined;
  /** How many applications were sent and not taken back. */
  sent?: number | undefined;
  /** Where the person chooses the jobs that get the interview. */
  send: ReactNode;
  /** In place of the next steps: that everything will be deleted, unless the person keeps it. */
  deletion?: ReactNode;
  /** The person's applications. */
  children?: ReactNode;
}

/** The person's dashboard: the next step first, then the interview, the jobs and the profile. */
export function Dashboard({ user, profile, interviews, matches, applications, sent, send, deletion, children }: DashboardProps) {
  const name = user.firstName;
  const jobs = <MatchesCard user={user} matches={matches} applied={(applications ?? []).map(({ jobId }) => jobId)} />;
  return (
    <Wide split>
      <Heading level={1} className={cx(styles.whole, styles.title)}>
        {name ? m.dashboard_title({ name }) : m.dashboard_title_plain()}
      </Heading>
      <div className={styles.column}>
        {deletion ? (
          <TitledCard title={m.dashboard_next()}>{deletion}</TitledCard>
        ) : (
          <NextCard user={user} interviews={interviews} applications={applications} sent={sent} send={send} />
        )}
        {children}
        <BookingsCard />
        <InterviewCard user={user} interviews={interviews} />
        <NotificationsCard />
        {!user.interviewCompleted && jobs /* The column is short until there is a report. */}
      </div>
      <div className={styles.column}>
        {user.interviewCompleted && jobs}
        <SearchCard user={user} />
        <ProfileCard user={user} profile={profile} />
      </div>
    </Wide>
  );
}

/** The person's profile. `profile` says whether it could be refreshed. */
function ProfileCard({ user, profile }: { user: User; profile: UseQueryResult<User> }) {
  return (
    <TitledCard title={m.dashboard_profile()}>
      {profile.isError && (
        <Text size="small" quiet role="status">
          {m.dashboard_profile_old()}
        </Text>
      )}
      <DescriptionList items={factsOf(user)} />
      <Button variant="second" size="small" href="/profile">
        {m.dashboard_profile_edit()}
      </Button>
    </TitledCard>
  );
}

function factsOf(user: User) {
  const facts = [
    { name: m.dashboard_name(), value: `${user.firstName} ${user.lastName}`.trim() },
    { name: m.dashboard_email(), value: user.email },
    { name: m.dashboard_phone(), value: user.phone && formatPhone(user.phone) },
    { name: m.dashboard_employment(), value: formatEmployment(user.employmentType) },
    { name: m.dashboard_years(), value: formatExperience(user.yearsExperience) },
    { name: m.dashboard_pay(), value: user.expectedPay && formatExpectedPay(user.expectedPay) },
    { name: m.dashboard_zip(), value: user.zipCode },
  ];
  return facts.map(({ name, value }) => ({ name, value: value || m.dashboard_not_provided() }));
}

/** The person's job search, in their own words. */
function SearchCard({ user }: { user: User }) {
  const wish = user.jobSearchPrompt;
  return (
    <TitledCard title={m.dashboard_search()}>
      {wish ? (
        <>
          <Quote>{wish}</Quote>
          <DescriptionList items={known(user)} />
        </>
      ) : (
        <Text quiet>{m.dashboard_search_none()}</Text>
      )}
      <Button variant="second" size="small" href="/job-search">
        {wish ? m.dashboard_search_update() : m.dashboard_search_start()}
      </Button>
    </TitledCard>
  );
}

function known({ employmentType, yearsExperience }: User) {
  return [
    { name: m.dashboard_employment(), value: formatEmployment(employmentType) ?? m.dashboard_not_provided() },
    { name: m.dashboard_years(), value: formatExperience(yearsExperience) ?? m.dashboard_not_provided() },
  ];
}

/** The booked coach appointments, with a link to change them. Renders nothing without bookings. */
function BookingsCard() {
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

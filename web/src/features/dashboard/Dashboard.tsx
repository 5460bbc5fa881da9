import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApplicationSummary } from "#/api/applications.queries.ts";
import type { Interview, Matches, User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { BookingsCard } from "./BookingsCard.tsx";
import styles from "./Dashboard.module.css";
import { InterviewCard } from "./InterviewCard.tsx";
import { MatchesCard } from "./MatchesCard.tsx";
import { NotificationsCard } from "./NotificationsCard.tsx";
import { NextCard } from "./NextCard.tsx";
import { ProfileCard } from "./ProfileCard.tsx";
import { SearchCard } from "./SearchCard.tsx";

interface DashboardProps {
  user: User;
  /** Whether the user's record is up to date. */
  profile: UseQueryResult<User>;
  interviews: UseQueryResult<Interview[]>;
  matches: UseQueryResult<Matches>;
  /** The newest applications; undefined while they are not known. */
  applications: readonly ApplicationSummary[] | undefined;
  /** Where the person chooses the jobs that get the interview. */
  send: ReactNode;
  /** The person's applications. */
  children?: ReactNode;
}

/** The person's dashboard: the next step first, then the interview, the jobs and the profile. */
export function Dashboard({ user, profile, interviews, matches, applications, send, children }: DashboardProps) {
  const name = user.firstName;
  return (
    <Wide split>
      <Heading level={1} className={cx(styles.whole, styles.title)}>
        {name ? m.dashboard_title({ name }) : m.dashboard_title_plain()}
      </Heading>
      <div className={styles.column}>
        <NextCard user={user} interviews={interviews} applications={applications} send={send} />
        {children}
        <BookingsCard />
        <InterviewCard user={user} interviews={interviews} />
        <NotificationsCard />
      </div>
      <div className={styles.column}>
        <MatchesCard user={user} matches={matches} />
        <SearchCard user={user} />
        <ProfileCard user={user} profile={profile} />
      </div>
    </Wide>
  );
}

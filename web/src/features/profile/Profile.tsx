import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { User } from "#/api/types.ts";
import { formatDateTime } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { PersonalCard, type Proofs } from "./PersonalCard.tsx";
import styles from "./Profile.module.css";

interface ProfileProps extends Proofs {
  user: User;
  /** Whether the user's record is up to date. */
  query: UseQueryResult<User>;
  onSignOut: () => void;
  signingOut: boolean;
  /** Cards with the sign-in settings. */
  children: ReactNode;
}

/** The person's profile, with editing and sign-out. */
export function Profile({ user, query, onSignOut, signingOut, children, ...proofs }: ProfileProps) {
  return (
    <Wide split>
      <Heading level={1} className={cx(styles.whole, styles.title)}>
        {m.profile_title()}
      </Heading>
      {query.isError && (
        <div className={styles.whole}>
          <Banner tone="plain">
            <p>{m.profile_old()}</p>
            <TextLink onClick={() => void query.refetch()}>{m.ui_retry()}</TextLink>
          </Banner>
        </div>
      )}
      <div className={styles.column}>
        <StatusCard user={user} />
        <PersonalCard user={user} {...proofs} />
        <ActionsCard onSignOut={onSignOut} signingOut={signingOut} />
      </div>
      <div className={styles.column}>
        <AccountCard user={user} />
        {children}
      </div>
    </Wide>
  );
}

function StatusCard({ user: { profileCompleted, interviewCompleted, currentFlowStep } }: { user: User }) {
  const completion = profileCompleted ? m.profile_complete() : m.profile_incomplete();
  const interview = interviewCompleted ? m.profile_interview_completed() : m.profile_interview_pending();
  return (
    <TitledCard title={m.profile_status()}>
      <DescriptionList
        items={[
          { name: m.profile_completion(), value: <Tag tone={profileCompleted ? "good" : "plain"}>{completion}</Tag> },
          { name: m.profile_interview(), value: <Tag tone={interviewCompleted ? "good" : "plain"}>{interview}</Tag> },
          { name: m.profile_step(), value: formatStep(currentFlowStep) },
        ]}
      />
    </TitledCard>
  );
}

function AccountCard({ user: { createdAt, lastLoginAt } }: { user: User }) {
  return (
    <TitledCard title={m.profile_account()}>
      <DescriptionList
        items={[
          { name: m.profile_since(), value: formatMoment(createdAt) },
          { name: m.profile_last_login(), value: formatMoment(lastLoginAt) },
        ]}
      />
    </TitledCard>
  );
}

function ActionsCard({ onSignOut, signingOut }: Pick<ProfileProps, "onSignOut" | "signingOut">) {
  return (
    <TitledCard title={m.profile_actions()}>
      <div className={styles.actions}>
        <Button variant="second" full href="/dashboard">
          {m.profile_dashboard()}
        </Button>
        <Button variant="second" full href="/interviews">
          {m.profile_interviews()}
        </Button>
        <Button variant="second" full href="/job-search">
          {m.profile_search()}
        </Button>
        <Button variant="second" full busy={signingOut} onClick={onSignOut}>
          {m.profile_sign_out()}
        </Button>
      </div>
    </TitledCard>
  );
}

/** Example: "Jan 5, 9:00 AM"; 'Not available' without a date. */
export function formatMoment(iso: string | null): string {
  if (iso === null) return m.profile_not_available();
  return formatDateTime(iso);
}

/** Returns the name of an onboarding step. */
export function formatStep(step: string): string {
  switch (step) {
    case "job-search":
      return m.profile_step_search();
    case "quick-questions":
      return m.profile_step_questions();
    case "matching":
      return m.profile_step_matching();
    case "schedule":
      return m.profile_step_schedule();
    case "interview":
      return m.profile_step_interview();
    case "completed":
      return m.profile_step_completed();
    default:
      return m.profile_step_other();
  }
}

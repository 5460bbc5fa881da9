import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { deskJobsQuery } from "#/api/deskJobs.queries.ts";
import { teamQuery } from "#/api/deskTeam.queries.ts";
import type { Team } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { type AppPath, pathTo } from "#/platform/paths.ts";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { NextSteps } from "#/ui/NextSteps/NextSteps.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import styles from "./Today.module.css";

/** What a new owner does first, then `children`; nothing before it is known whether there are steps. */
export function Checklist({ children }: { children: ReactNode }) {
  const team = useQuery(teamQuery);
  const jobs = useInfiniteQuery(deskJobsQuery());
  if (team.isPending || jobs.isPending) return <PageSpinner />;
  return (
    <>
      {team.data && jobs.data && <Steps team={team.data} hasJobs={jobs.data.pages.some((page) => page.jobs.length > 0)} />}
      {children}
    </>
  );
}

/** Place, job and team, each in one tap. Gone once all are done. */
function Steps({ team, hasJobs }: { team: Team; hasJobs: boolean }) {
  const steps = [
    { done: team.locations.length > 0, title: m.desk_today_start_place(), text: m.desk_today_start_place_text(), href: pathTo("/desk/team", { place: "" }) },
    { done: hasJobs, title: m.desk_today_start_job(), text: m.desk_today_start_job_text(), href: "/desk/jobs/new" as AppPath },
    { done: team.members.length > 1, title: m.desk_today_start_team(), text: m.desk_today_start_team_text(), href: pathTo("/desk/team", { invite: "" }) },
  ];
  const now = steps.find(({ done }) => !done);
  if (!now) return null;
  return (
    <div className={styles.start}>
      <Card as="section" aria-labelledby="start">
        <Stack gap="s">
          <Heading level={2} size={3} id="start">
            {m.desk_today_start_title()}
          </Heading>
          <NextSteps
            steps={steps.map((step) => ({
              title: step.done ? step.title : <TextLink href={step.href}>{step.title}</TextLink>,
              detail: step.done ? undefined : step.text,
              state: step.done ? "done" : step === now ? "now" : "later",
            }))}
          />
        </Stack>
      </Card>
    </div>
  );
}

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { deskJobsQuery } from "#/api/deskJobs.queries.ts";
import { teamQuery } from "#/api/deskTeam.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { type AppPath, pathTo } from "#/platform/paths.ts";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { NextSteps } from "#/ui/NextSteps/NextSteps.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import styles from "./Today.module.css";

/** What a new owner does first: place, job and team, each in one tap. Gone once all are done. */
export function Checklist() {
  const team = useQuery(teamQuery).data;
  const jobs = useInfiniteQuery(deskJobsQuery).data;
  if (!team || !jobs) return null;
  const steps = [
    { done: team.locations.length > 0, title: m.desk_today_start_place(), text: m.desk_today_start_place_text(), href: pathTo("/desk/team", { place: "" }) },
    { done: jobs.pages.some((page) => page.jobs.length > 0), title: m.desk_today_start_job(), text: m.desk_today_start_job_text(), href: "/desk/jobs/new" as AppPath },
    { done: team.members.length > 1, title: m.desk_today_start_team(), text: m.desk_today_start_team_text(), href: pathTo("/desk/team", { invite: "" }) },
  ];
  const now = steps.find(({ done }) => !done);
  if (!now) return null;
  return (
    <div className={styles.start}>
      <Card as="section" aria-labelledby="start">
        <Stack gap="s">
          <Heading level={2} size={3} id="start">{m.desk_today_start_title()}</Heading>
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

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { changeJobState, type DeskJob, deskJobsQuery } from "#/api/deskJobs.queries.ts";
import { ApiError } from "#/api/errors.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Stats } from "#/ui/Stats/Stats.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";

const STATES: Record<DeskJob["state"], () => string> = {
  draft: m.desk_jobs_draft,
  live: m.desk_jobs_live,
  paused: m.desk_jobs_paused,
  filled: m.desk_jobs_filled,
  removed: m.desk_jobs_removed,
};

/** The member's jobs, with how many people are where. */
export default function JobsPage() {
  const jobs = useQuery(deskJobsQuery);
  return (
    <Wide>
      <Stack gap="l">
        <Heading level={1}>{m.desk_jobs_title()}</Heading>
        <QueryState
          query={jobs}
          failed={m.desk_jobs_failed()}
          outdated={m.desk_jobs_outdated()}
          empty={<Empty art="tray" title={m.desk_jobs_none()} text={m.desk_jobs_none_text()} />}
        >
          {(all) => (
            <Stack as="ul">
              {all.map((job) => <JobLine key={job.id} job={job} />)}
            </Stack>
          )}
        </QueryState>
      </Stack>
    </Wide>
  );
}

function JobLine({ job }: { job: DeskJob }) {
  const change = useMutation(changeJobState);
  const [filling, setFilling] = useState(false);
  const open = job.newCount + job.reviewCount + job.invitedCount;
  const to = (state: "live" | "paused" | "filled") => change.mutate({ job, state }, { onSuccess: () => setFilling(false) });
  return (
    <Card as="li">
      <Stack gap="s">
        <Row spread top>
          <Pay low={job.payLow} high={job.payHigh} />
          <Tag tone={job.state === "live" ? "good" : "plain"}>{STATES[job.state]()}</Tag>
        </Row>
        <div>
          <Heading level={2} size={3}>{job.title}</Heading>
          {job.location && <Text size="small" quiet>{job.location}</Text>}
        </div>
        <Stats
          items={[
            { label: m.desk_jobs_new(), value: formatCount(job.newCount) },
            { label: m.desk_jobs_review(), value: formatCount(job.reviewCount) },
            { label: m.desk_jobs_invited(), value: formatCount(job.invitedCount) },
          ]}
        />
        <Text size="small" quiet>{m.desk_jobs_hired({ count: formatCount(job.hired), total: formatCount(job.openings) })}</Text>
        {job.state === "paused" && open > 0 && <Text size="small">{m.desk_jobs_paused_text({ count: open })}</Text>}
        {change.isError && (
          <Banner tone="danger" title={m.desk_jobs_not_changed()}>
            {change.error instanceof ApiError ? change.error.message : m.desk_jobs_offline()}
          </Banner>
        )}
        {filling ? (
          <Stack gap="s">
            <Text role="status">{m.desk_jobs_fill_sure({ count: open })}</Text>
            <Row wrap>
              <Button size="small" busy={change.isPending} onClick={() => to("filled")}>{m.desk_jobs_fill()}</Button>
              <TextLink onClick={() => setFilling(false)}>{m.desk_jobs_keep()}</TextLink>
            </Row>
          </Stack>
        ) : (
          <Row wrap>
            {job.state === "live" && (
              <Button variant="second" size="small" busy={change.isPending} aria-label={m.desk_jobs_pause_name({ title: job.title })} onClick={() => to("paused")}>
                {m.desk_jobs_pause()}
              </Button>
            )}
            {(job.state === "paused" || job.state === "filled") && (
              <Button variant="second" size="small" busy={change.isPending} aria-label={m.desk_jobs_resume_name({ title: job.title })} onClick={() => to("live")}>
                {m.desk_jobs_resume()}
              </Button>
            )}
            {(job.state === "live" || job.state === "paused") && (
              <TextLink aria-label={m.desk_jobs_fill_name({ title: job.title })} onClick={() => setFilling(true)}>{m.desk_jobs_fill()}</TextLink>
            )}
            {job.jobId && job.state === "live" && <a href={`/jobs/${job.jobId}`}>{m.desk_jobs_preview()}</a>}
          </Row>
        )}
      </Stack>
    </Card>
  );
}

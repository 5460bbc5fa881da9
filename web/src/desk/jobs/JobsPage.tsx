import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { changeJobState, claimsQuery, type DeskJob, deskJobsQuery, renewJob } from "#/api/deskJobs.queries.ts";
import { messageOf } from "#/api/errors.ts";
import { formatLongDate, formatLongDateTime } from "#/format/dates.ts";
import { formatList } from "#/format/lists.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { type PageQuery, pathTo, useNavigate, usePageQuery } from "#/platform/paths.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Art } from "#/ui/Art/Art.tsx";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Stats } from "#/ui/Stats/Stats.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { daysLeft, isEnded } from "./ending.ts";
import { JobFilterBar, readFilters } from "./JobFilterBar.tsx";
import { formatShifts } from "./words.ts";
import styles from "./JobsPage.module.css";

const STATES: Record<DeskJob["state"], () => string> = {
  draft: m.desk_jobs_draft,
  live: m.desk_jobs_live,
  paused: m.desk_jobs_paused,
  filled: m.desk_jobs_filled,
  removed: m.desk_jobs_removed,
};

/** Renewing is offered in the last days. */
const RENEW_DAYS = 7;

/** The member's jobs, with how many people are where. */
export default function JobsPage() {
  const filters = readFilters(usePageQuery("/desk/jobs"));
  const isFiltered = Object.keys(filters).length > 0;
  const navigate = useNavigate();
  const show = (query: PageQuery<"/desk/jobs">) => navigate(pathTo("/desk/jobs", query), { replace: true });
  const jobs = useInfiniteQuery(deskJobsQuery(filters));
  const [first] = jobs.data?.pages ?? [];
  const hasJobs = isFiltered || jobs.isPlaceholderData || Boolean(first && first.jobs.length > 0);
  const post = (
    <Button full="phone" href="/desk/jobs/new">
      <Icon as={Plus} />
      {m.desk_jobs_post()}
    </Button>
  );
  return (
    <>
      <Wide>
        <Stack gap="l">
          <Row spread wrap>
            <div>
              <Heading level={1}>{m.desk_jobs_title()}</Heading>
              {first && hasJobs && <Text quiet>{formatSummary(first)}</Text>}
            </div>
            <div className={styles.onlyWide}>{post}</div>
          </Row>
          {hasJobs && <JobFilterBar filters={filters} onShow={show} />}
          <QueryState query={jobs} failed={m.desk_jobs_failed()} outdated={m.desk_jobs_outdated()}>
            {({ pages }) => {
              // Jobs with people first, the others in the server's order.
              const all = pages.flatMap((page) => page.jobs).sort((a, b) => Number(peopleIn(b) > 0) - Number(peopleIn(a) > 0));
              if (all.length === 0 && hasJobs) {
                return (
                  <Card>
                    <Stack>
                      <div role="status">
                        <Heading level={2} size={3}>
                          {m.desk_jobs_no_match()}
                        </Heading>
                        <Text quiet>{m.desk_jobs_no_match_text()}</Text>
                      </div>
                      <div>
                        <Button variant="second" size="small" onClick={() => show({})}>
                          {m.desk_list_clear_filters()}
                        </Button>
                      </div>
                    </Stack>
                  </Card>
                );
              }
              if (all.length === 0) return <Empty art="tray" title={m.desk_jobs_none()} text={m.desk_jobs_none_text()} />;
              return (
                <Stack>
                  <Card>
                    <DividedList>
                      {all.map((job) => (
                        <JobLine key={job.id} job={job} />
                      ))}
                    </DividedList>
                  </Card>
                  {jobs.hasNextPage && (
                    <Button variant="second" full="phone" busy={jobs.isFetchingNextPage || jobs.isPlaceholderData} onClick={() => void jobs.fetchNextPage()}>
                      {m.desk_jobs_more()}
                    </Button>
                  )}
                </Stack>
              );
            }}
          </QueryState>
          <Claimable />
        </Stack>
      </Wide>
      <BottomBar onlyNarrow>{post}</BottomBar>
    </>
  );
}

/** Imported jobs that may be the employer's. Shows nothing until some are found. */
function Claimable() {
  const { data: groups = [] } = useQuery(claimsQuery);
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  if (count === 0) return null;
  return (
    <Callout as="section">
      <Stack gap="s">
        <div>
          <Heading level={2} size={3}>
            {m.desk_claim_hint({ count })}
          </Heading>
          <Text size="small">{m.desk_claim_text()}</Text>
        </div>
        <div>
          <Button variant="second" size="small" href="/desk/jobs/claim">
            {m.desk_claim_open()}
          </Button>
        </div>
      </Stack>
    </Callout>
  );
}

/** Such as "3 live, 1 paused". */
function formatSummary({ live, paused }: { live: number; paused: number }): string {
  const parts = [m.desk_jobs_summary_live({ count: live }), ...(paused > 0 ? [m.desk_jobs_summary_paused({ count: paused })] : [])];
  return formatList(parts, "unit");
}

function peopleIn({ newCount, reviewCount, invitedCount }: DeskJob): number {
  return newCount + reviewCount + invitedCount;
}

function JobLine({ job }: { job: DeskJob }) {
  const change = useMutation(changeJobState);
  const renew = useMutation(renewJob);
  const [ending, setEnding] = useState<"filled" | "removed" | null>(null);
  const waiting = peopleIn(job);
  const to = (state: "live" | "paused" | "filled" | "removed") => {
    renew.reset();
    change.mutate({ job, state }, { onSuccess: () => setEnding((asked) => (asked === state ? null : asked)) });
  };
  const again = () => {
    change.reset();
    void renew.mutateAsync(job).then(
      () => toast({ title: m.desk_jobs_renewed(), tone: "good" }),
      () => undefined,
    );
  };
  const error = change.error ?? renew.error;
  const ended = job.state === "live" && isEnded(job);
  return (
    <li className={styles.job}>
      <Stack gap="xs" className={styles.head}>
        <Row wrap>
          <Pay low={job.payLow} high={job.payHigh} />
          <State job={job} />
        </Row>
        <div>
          <Heading level={2} size={3}>
            {job.title}
          </Heading>
          <Text size="small" quiet>
            {[job.location, job.shifts && formatShifts(job.shifts), job.imported && m.desk_jobs_feed()].filter(Boolean).join(" · ")}
          </Text>
        </div>
      </Stack>
      <div className={styles.art}>
        <Art name={job.art} size="s" />
      </div>
      <Stack gap="s" className={styles.figures}>
        <Stats
          items={[
            { label: m.desk_jobs_new(), value: formatCount(job.newCount) },
            { label: m.desk_jobs_review(), value: formatCount(job.reviewCount) },
            { label: m.desk_jobs_invited(), value: formatCount(job.invitedCount) },
          ]}
        />
        <Text size="small" quiet>
          {job.alwaysHiring
            ? m.desk_jobs_hired_always({ count: formatCount(job.hired) })
            : m.desk_jobs_hired({ count: formatCount(job.hired), total: formatCount(job.openings) })}
        </Text>
      </Stack>
      <Stack gap="s" className={styles.rest}>
        {job.endsAt && (
          <Banner tone="plain" title={m.desk_jobs_dropped()}>
            {waiting > 0 ? m.desk_jobs_dropped_text({ date: formatLongDateTime(job.endsAt) }) : m.desk_jobs_dropped_none()}
          </Banner>
        )}
        {job.state === "paused" && !job.endsAt && waiting > 0 && <Text size="small">{m.desk_jobs_paused_text({ count: waiting })}</Text>}
        {ended && !job.imported && <Text size="small">{waiting > 0 ? m.desk_jobs_ended_text({ count: waiting }) : m.desk_jobs_ended_none()}</Text>}
        {job.state === "live" && !ended && job.liveUntil && (
          <Text size="small" quiet>
            {m.desk_jobs_until({ date: formatLongDate(job.liveUntil) })}
          </Text>
        )}
        {error && (
          <Banner tone="danger" title={m.desk_jobs_not_changed()}>
            {messageOf(error, m.desk_jobs_offline())}
          </Banner>
        )}
        {ending ? (
          <Stack gap="s">
            <Text role="status">{sureText(ending, waiting)}</Text>
            <Row wrap>
              <Button size="small" busy={change.isPending} onClick={() => to(ending)}>
                {ending === "filled" ? m.desk_jobs_fill() : m.desk_jobs_remove()}
              </Button>
              <TextLink onClick={() => setEnding(null)}>{m.desk_jobs_keep()}</TextLink>
            </Row>
          </Stack>
        ) : (
          <Actions job={job} ended={ended} waiting={waiting} busy={change.isPending || renew.isPending} onChange={to} onRenew={again} onEnd={setEnding} />
        )}
      </Stack>
    </li>
  );
}

function sureText(ending: "filled" | "removed", waiting: number): string {
  if (ending === "filled") return waiting > 0 ? m.desk_jobs_fill_sure({ count: waiting }) : m.desk_jobs_fill_sure_none();
  return waiting > 0 ? m.desk_jobs_remove_sure({ count: waiting }) : m.desk_jobs_remove_sure_none();
}

function State({ job }: { job: DeskJob }) {
  const left = daysLeft(job);
  if (job.state !== "live") return <Tag>{STATES[job.state]()}</Tag>;
  if (isEnded(job)) return <Tag>{m.desk_jobs_ended()}</Tag>;
  if (left !== null && left < 2) return <Tag tone="info">{left === 0 ? m.desk_jobs_ends_today() : m.desk_jobs_ends_tomorrow()}</Tag>;
  return <Tag tone="good">{m.desk_jobs_live()}</Tag>;
}

interface ActionsProps {
  job: DeskJob;
  ended: boolean;
  waiting: number;
  busy: boolean;
  onChange: (state: "live" | "paused") => void;
  onRenew: () => void;
  onEnd: (state: "filled" | "removed") => void;
}

function Actions({ job, ended, waiting, busy, onChange, onRenew, onEnd }: ActionsProps) {
  const { title } = job;
  const left = daysLeft(job);
  const isOpen = job.state === "live" || job.state === "paused";
  const renewable = !job.imported && job.state === "live" && left !== null && left < RENEW_DAYS;
  return (
    <Row wrap>
      {renewable && (
        <Button variant="second" size="small" busy={busy} aria-label={m.desk_jobs_renew_name({ title })} onClick={onRenew}>
          {m.desk_jobs_renew()}
        </Button>
      )}
      {job.state === "live" && !ended && (
        <Button variant="second" size="small" busy={busy} aria-label={m.desk_jobs_pause_name({ title })} onClick={() => onChange("paused")}>
          {m.desk_jobs_pause()}
        </Button>
      )}
      {(job.state === "filled" || (job.state === "paused" && !job.endsAt)) && (
        <Button variant="second" size="small" busy={busy} aria-label={m.desk_jobs_resume_name({ title })} onClick={() => onChange("live")}>
          {m.desk_jobs_resume()}
        </Button>
      )}
      {waiting > 0 && (
        <TextLink href={pathTo("/desk/applications", { view: "all_open", job: job.id })} aria-label={m.desk_jobs_applications_name({ title })}>
          {m.desk_jobs_applications()}
        </TextLink>
      )}
      <TextLink href={`/desk/jobs/${job.id}`} aria-label={m.desk_jobs_edit_name({ title })}>
        {m.desk_jobs_edit()}
      </TextLink>
      {job.jobId && job.state === "live" && !ended && (
        <AppLink className={styles.plain} outside={`/jobs/${job.jobId}`} aria-label={m.desk_jobs_preview_name({ title })}>
          {m.desk_jobs_preview()}
        </AppLink>
      )}
      {!job.imported && (
        <TextLink href={pathTo("/desk/jobs/new", { copy: job.id })} aria-label={m.desk_jobs_copy_name({ title })}>
          {m.desk_jobs_copy()}
        </TextLink>
      )}
      {isOpen && !job.alwaysHiring && (
        <TextLink aria-label={m.desk_jobs_fill_name({ title })} onClick={() => onEnd("filled")}>
          {m.desk_jobs_fill()}
        </TextLink>
      )}
      <TextLink aria-label={m.desk_jobs_remove_name({ title })} onClick={() => onEnd("removed")}>
        {m.desk_jobs_remove()}
      </TextLink>
    </Row>
  );
}

import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { changeJobState, claimsQuery, type DeskJob, deskJobsQuery, renewJob, undoJobRemoval } from "#/api/deskJobs.queries.ts";
import { messageOf } from "#/api/errors.ts";
import { addPendingRemoval, dropPending } from "#/desk/decide/pending.ts";
import { formatLongDate, formatDateTime } from "#/format/dates.ts";
import { formatList } from "#/format/lists.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { type PageQuery, pathTo, useNavigate, usePageQuery } from "#/platform/paths.ts";
import { Art } from "#/ui/Art/Art.tsx";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";
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
import { JobFilterBar, readFilters } from "./JobFilterBar.tsx";
import styles from "./JobsPage.module.css";
import { type ClosingEnds, formatEnds, formatShifts } from "./words.ts";

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
  const query = usePageQuery("/desk/jobs");
  const filters = readFilters(query);
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
                        <JobLine key={job.id} job={job} fills={job.id === query.fill} />
                      ))}
                    </DividedList>
                  </Card>
                  {jobs.hasNextPage && (
                    <Button variant="second" full="phone" busy={jobs.isFetchingNextPage || jobs.isPlaceholderData} onClick={() => void jobs.fetchNextPage()}>
                      {m.desk_jobs_show_more()}
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

/** `fills`: asks at once whether to mark it as filled, or to take it down where people are always hired. */
function JobLine({ job, fills }: { job: DeskJob; fills: boolean }) {
  const change = useMutation(changeJobState);
  const renew = useMutation(renewJob);
  const undo = useMutation(undoJobRemoval);
  const [ending, setEnding] = useState<"filled" | "removed" | null>(fills && isOpen(job) ? (job.alwaysHiring ? "removed" : "filled") : null);
  const waiting = peopleIn(job);
  const question = useRef<HTMLDivElement>(null);
  // On phones the bar at the lower edge would cover it.
  useEffect(() => {
    question.current?.scrollIntoView({ block: "center" }); // Newer browsers return a promise, which React takes for a cleanup.
  }, [ending]);
  const to = (state: "live" | "paused" | "filled" | "removed") => {
    renew.reset();
    void change.mutateAsync({ job, state }).then(
      () => {
        setEnding((asked) => (asked === state ? null : asked));
        if (state === "removed") addPendingRemoval(job);
        if (state === "filled") toast({ title: waiting > 0 ? m.desk_jobs_told({ count: waiting }) : m.desk_jobs_told_none(), tone: "good" });
      },
      () => undefined,
    );
  };
  const keep = () => {
    change.reset();
    void undo.mutateAsync(job.id).then(
      () => dropPending(job.id),
      () => undefined,
    );
  };
  const again = () => {
    change.reset();
    void renew.mutateAsync(job).then(
      () => toast({ title: m.desk_jobs_renewed(), tone: "good" }),
      () => undefined,
    );
  };
  const error = change.error ?? renew.error ?? undo.error;
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
            {[job.location, job.shifts && formatShifts(job.shifts), job.alwaysHiring && m.desk_jobs_always(), job.imported && m.desk_jobs_feed()]
              .filter(Boolean)
              .join("\u00a0· ")}
          </Text>
        </div>
      </Stack>
      <div className={styles.art}>
        <Art name={job.art} size="s" />
      </div>
      <div className={styles.figures}>
        <Stats
          small
          items={[
            { label: m.desk_jobs_new(), value: formatCount(job.newCount) },
            { label: m.desk_jobs_review(), value: formatCount(job.reviewCount) },
            { label: m.desk_jobs_invited(), value: formatCount(job.invitedCount) },
            { label: m.desk_jobs_hired(), value: formatHired(job) },
          ]}
        />
      </div>
      <Stack gap="s" className={styles.rest}>
        {job.endsAt && (
          <Banner tone="plain" title={m.desk_jobs_dropped()}>
            {waiting > 0 ? m.desk_jobs_dropped_text({ date: formatDateTime(job.endsAt) }) : m.desk_jobs_dropped_none()}
          </Banner>
        )}
        {job.state === "paused" && !job.endsAt && waiting > 0 && <Text size="small">{m.desk_jobs_paused_text({ count: waiting })}</Text>}
        {isFull(job) && !ending && (
          <div>
            <Button size="small" onClick={() => setEnding("filled")}>
              {formatFull(job)}
            </Button>
          </div>
        )}
        {ended && !job.imported && <Text size="small">{waiting > 0 ? m.desk_jobs_ended_text({ count: waiting }) : m.desk_jobs_ended_none()}</Text>}
        {job.state === "live" && !ended && !isFull(job) && job.liveUntil && !job.removalDueAt && (
          <Text size="small" quiet>
            {m.desk_jobs_until({ date: formatLongDate(job.liveUntil) })}
          </Text>
        )}
        {error && (
          <Banner tone="danger" title={m.desk_jobs_not_changed()}>
            {messageOf(error, m.desk_jobs_offline())}
          </Banner>
        )}
        {job.removalDueAt ? (
          <Row wrap>
            <Text size="small">{m.desk_jobs_removing_text()}</Text>
            <Button variant="second" size="small" busy={undo.isPending} aria-label={m.desk_jobs_remove_undo_name({ title: job.title })} onClick={keep}>
              {m.desk_decide_undo()}
            </Button>
          </Row>
        ) : ending ? (
          <div ref={question}>
            <Stack gap="s">
              <Text role="status">{sureText(ending, waiting, job)}</Text>
              <Row wrap>
                <Button size="small" busy={change.isPending} onClick={() => to(ending)}>
                  {ending === "filled" ? m.desk_jobs_fill() : m.desk_jobs_remove()}
                </Button>
                <TextLink onClick={() => setEnding(null)}>{m.desk_jobs_keep()}</TextLink>
              </Row>
            </Stack>
          </div>
        ) : (
          <Actions job={job} ended={ended} waiting={waiting} busy={change.isPending || renew.isPending} onChange={to} onRenew={again} onEnd={setEnding} />
        )}
      </Stack>
    </li>
  );
}

function formatHired({ alwaysHiring, hired, openings }: DeskJob): string {
  return alwaysHiring ? formatCount(hired) : m.desk_jobs_hired_of({ count: formatCount(hired), total: formatCount(openings) });
}

function sureText(ending: "filled" | "removed", waiting: number, ends: ClosingEnds): string {
  const [some, none] = ending === "filled" ? [m.desk_jobs_fill_sure, m.desk_jobs_fill_sure_none] : [m.desk_jobs_remove_sure, m.desk_jobs_remove_sure_none];
  return [waiting > 0 ? some({ count: waiting }) : none(), formatEnds(ends)].filter(Boolean).join(" ");
}

const isOpen = ({ state, removalDueAt }: DeskJob) => (state === "live" || state === "paused") && !removalDueAt;

/** Whether a live job has nobody left to hire. */
function isFull({ state, alwaysHiring, hired, openings, removalDueAt }: DeskJob): boolean {
  return state === "live" && !removalDueAt && !alwaysHiring && hired >= openings;
}

function formatFull(job: DeskJob): string {
  const count = peopleIn(job);
  return count > 0 ? m.desk_jobs_full_close({ count, countText: formatCount(count) }) : m.desk_jobs_full_close_alone();
}

function State({ job }: { job: DeskJob }) {
  const left = daysLeft(job);
  if (job.removalDueAt) return <Tag>{m.desk_jobs_removing_tag()}</Tag>;
  if (job.state !== "live") return <Tag>{STATES[job.state]()}</Tag>;
  if (isEnded(job)) return <Tag>{m.desk_jobs_ended()}</Tag>;
  if (left !== null && left < 2) return <Tag tone="info">{left === 0 ? m.desk_jobs_ends_today() : m.desk_jobs_ends_tomorrow()}</Tag>;
  return isFull(job) ? <Tag tone="info">{m.desk_jobs_full()}</Tag> : <Tag tone="good">{m.desk_jobs_live()}</Tag>;
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
  const renewable = !job.imported && job.state === "live" && left !== null && left < RENEW_DAYS;
  return (
    <Row wrap className={styles.actions}>
      {renewable && (
        <TextLink aria-disabled={busy || undefined} aria-label={m.desk_jobs_renew_name({ title })} onClick={() => !busy && onRenew()}>
          {m.desk_jobs_renew()}
        </TextLink>
      )}
      {waiting > 0 && (
        <TextLink href={pathTo("/desk/applications", { view: "all_open", job: job.id })} aria-label={m.desk_jobs_applications_name({ title })}>
          {m.desk_jobs_applications({ count: waiting, countText: formatCount(waiting) })}
        </TextLink>
      )}
      <TextLink href={`/desk/jobs/${job.id}`} aria-label={m.desk_jobs_edit_name({ title })}>
        {m.desk_jobs_edit()}
      </TextLink>
      {((job.state === "filled" && (job.alwaysHiring || job.hired < job.openings)) || (job.state === "paused" && !job.endsAt)) && (
        <TextLink aria-disabled={busy || undefined} aria-label={m.desk_jobs_resume_name({ title })} onClick={() => !busy && onChange("live")}>
          {m.desk_jobs_resume()}
        </TextLink>
      )}
      <Disclosure className={styles.more} label={m.desk_jobs_actions()} name={m.desk_jobs_actions_name({ title })}>
        <Row wrap className={styles.actions}>
          {job.state === "live" && !ended && (
            <TextLink aria-disabled={busy || undefined} aria-label={m.desk_jobs_pause_name({ title })} onClick={() => !busy && onChange("paused")}>
              {m.desk_jobs_pause()}
            </TextLink>
          )}
          {job.jobId && job.state === "live" && !ended && (
            <TextLink outside={`/jobs/${job.jobId}?preview`} target="_blank" aria-label={m.desk_jobs_preview_name({ title })}>
              {m.desk_jobs_preview()}
            </TextLink>
          )}
          {!job.imported && (
            <TextLink href={pathTo("/desk/jobs/new", { copy: job.id })} aria-label={m.desk_jobs_copy_name({ title })}>
              {m.desk_jobs_copy()}
            </TextLink>
          )}
          {isOpen(job) && !job.alwaysHiring && (
            <TextLink aria-label={m.desk_jobs_fill_name({ title })} onClick={() => onEnd("filled")}>
              {m.desk_jobs_fill()}
            </TextLink>
          )}
          <TextLink aria-label={m.desk_jobs_remove_name({ title })} onClick={() => onEnd("removed")}>
            {m.desk_jobs_remove()}
          </TextLink>
        </Row>
      </Disclosure>
    </Row>
  );
}

const DAY_MS = 86_400_000;

/** Whether a job's time is over: nobody new can apply. */
export function isEnded({ liveUntil }: Pick<DeskJob, "liveUntil">, now = Date.now()): boolean {
  return liveUntil !== null && Date.parse(liveUntil) <= now;
}

/** Returns in how many days, on this device's calendar, a job ends: 0 for today or earlier; null if it does not end. */
export function daysLeft({ liveUntil }: Pick<DeskJob, "liveUntil">, now = Date.now()): number | null {
  if (liveUntil === null) return null;
  const midnight = (moment: number) => new Date(moment).setHours(0, 0, 0, 0);
  return Math.max(0, Math.round((midnight(Date.parse(liveUntil)) - midnight(now)) / DAY_MS));
}

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { type JobState, type JobStates, jobStatesQuery } from "#/api/applications.queries.ts";
import { marksQuery, matchesQuery } from "#/api/matches.queries.ts";
import type { MatchedJob } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { useDraft } from "#/session/drafts.ts";
import { dropWantedJob, wantedJob } from "#/session/wantedJob.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import DeletionPlanned from "./DeletionPlanned.tsx";
import styles from "./SendToJobs.module.css";
import { formatWhere } from "./where.ts";

const ApplySheet = lazy(() => import("./ApplySheet.tsx"));

const MAX_OFFERED = 10;
const MAX_CONSIDERED = 60;
/** Close work has 0.85 of the fit of the job that was asked for; related work of the field less. */
const MIN_SHARE_OF_FIT = 0.8;

/** The jobs that the candidate took out of those offered for an interview: kept when the offer comes back after Undo or a reload. */
interface LeftOut {
  interviewId: string;
  jobIds: readonly string[];
}

/** Offers to send the interview: to the job that was wanted, the saved ones and the best matches. `waiting` is shown until they are known. */
export default function SendToJobs({ waiting = null }: { waiting?: ReactNode }) {
  return (
    <DeletionPlanned waiting={waiting}>
      <Offer waiting={waiting} />
    </DeletionPlanned>
  );
}

function Offer({ waiting }: { waiting: ReactNode }) {
  const [wanted] = useState(wantedJob);
  const marks = useInfiniteQuery(marksQuery("saved"));
  const matches = useQuery({ ...matchesQuery, refetchOnMount: "always" }); // An interview ago, other jobs were open.
  const saved = (marks.data?.pages[0]?.marks ?? []).filter(({ open }) => open).map(({ jobId }) => jobId);
  const matched = closestWork(matches.data?.jobs ?? []).map(({ id }) => id);
  const chosenBefore = [...(wanted ? [wanted] : []), ...saved];
  const ids = [...new Set([...chosenBefore, ...matched])].slice(0, MAX_CONSIDERED);
  const isReady = !marks.isPending && matches.isFetchedAfterMount;
  const states = useQuery({ ...jobStatesQuery(ids), enabled: isReady && ids.length > 0 });
  const [kept, keep] = useDraft<LeftOut | null>("jobs-left-out", () => null);
  const interviewId = states.data?.interviews[0]?.id ?? "";
  const left = kept?.interviewId === interviewId ? kept.jobIds : [];
  const [sending, setSending] = useState<{ jobs: JobState[]; states: JobStates } | null>(null);
  const jobs = offered(states.data?.jobs ?? [], chosenBefore);
  const picked = jobs.filter(({ jobId }) => !left.includes(jobId));
  const toggle = (jobId: string) => {
    const without = left.filter((one) => one !== jobId);
    keep({ interviewId, jobIds: without.length < left.length ? without : [...left, jobId] });
  };
  const close = (sent?: boolean) => {
    dropWantedJob();
    setSending(null);
    // The long list of jobs goes away: what comes next is at the top, and not the middle of the report below it.
    if (sent) scrollTo(0, 0);
  };
  if (!isReady || states.isLoading) return waiting;
  const canSend = states.data && jobs.length > 0 && states.data.interviews.length > 0;
  return (
    <>
      {canSend ? (
        <Callout as="section" aria-label={m.applications_send_title()}>
          <Stack gap="s">
            <Heading level={2} size={3}>
              {m.applications_send_title()}
            </Heading>
            <Text>{m.applications_send_text()}</Text>
            <div>
              {jobs.map((job) => (
                <OptionCard
                  key={job.jobId}
                  type="checkbox"
                  bare
                  label={job.title}
                  detail={describe(job)}
                  checked={!left.includes(job.jobId)}
                  onChange={() => toggle(job.jobId)}
                />
              ))}
            </div>
            <Button
              full
              className={styles.go}
              aria-disabled={picked.length === 0 || undefined}
              onClick={() => picked.length > 0 && setSending({ jobs: picked, states: states.data })}
            >
              {m.applications_send_go({ count: picked.length })}
            </Button>
            <TextLink href="/matches">{m.applications_send_others()}</TextLink>
          </Stack>
        </Callout>
      ) : (
        <Button full href={states.data?.interviews.length === 0 ? "/video-interview-prep" : "/matches"}>
          {states.data?.interviews.length === 0 ? m.matching_interview() : m.applications_send_find()}
        </Button>
      )}
      {sending && (
        <Suspense>
          <ApplySheet {...sending} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Returns the matches whose work fits the search almost as well as that of the best one: they are selected without being asked for. */
function closestWork(jobs: readonly MatchedJob[]): MatchedJob[] {
  const fitOf = ({ factors }: MatchedJob) => factors.find(({ name }) => name === "role")?.value ?? 0;
  const best = Math.max(0, ...jobs.map(fitOf));
  return jobs.filter((job) => fitOf(job) >= best * MIN_SHARE_OF_FIT);
}

/** Returns the open jobs to offer: those chosen before, then those where somebody has signed in, then the others. */
function offered(jobs: readonly JobState[], chosenBefore: readonly string[]): JobState[] {
  const rank = ({ jobId, hiring }: JobState) => (chosenBefore.includes(jobId) ? 0 : hiring.length > 0 ? 1 : 2);
  return jobs
    .filter(({ state }) => state === "open")
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_OFFERED);
}

function describe({ employer, place, hiring }: JobState): string | undefined {
  if (employer === null) return undefined;
  const where = formatWhere(employer.name, place);
  return hiring.length > 0 ? where : m.applications_send_nobody({ employer: where });
}

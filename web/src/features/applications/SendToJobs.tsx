import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { type JobState, type JobStates, jobStatesQuery } from "#/api/applications.queries.ts";
import { marksQuery, matchesQuery } from "#/api/matches.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { dropWantedJob, wantedJob } from "#/session/wantedJob.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

const ApplySheet = lazy(() => import("./ApplySheet.tsx"));

const MAX_OFFERED = 10;
const MAX_CONSIDERED = 60;

/** Offers to send the interview: to the job that was wanted, the saved ones and the best matches. `waiting` is shown until they are known. */
export default function SendToJobs({ waiting = null }: { waiting?: ReactNode }) {
  const [wanted] = useState(wantedJob);
  const marks = useInfiniteQuery(marksQuery("saved"));
  const matches = useQuery({ ...matchesQuery, refetchOnMount: "always" }); // An interview ago, other jobs were open.
  const saved = (marks.data?.pages[0]?.marks ?? []).filter(({ open }) => open).map(({ jobId }) => jobId);
  const matched = (matches.data?.jobs ?? []).map(({ id }) => id);
  const chosenBefore = [...(wanted ? [wanted] : []), ...saved];
  const ids = [...new Set([...chosenBefore, ...matched])].slice(0, MAX_CONSIDERED);
  const isReady = !marks.isPending && matches.isFetchedAfterMount;
  const states = useQuery({ ...jobStatesQuery(ids), enabled: isReady && ids.length > 0 });
  const [left, setLeft] = useState<readonly string[]>([]);
  const [sending, setSending] = useState<{ jobs: JobState[]; states: JobStates } | null>(null);
  const jobs = offered(states.data?.jobs ?? [], chosenBefore);
  const picked = jobs.filter(({ jobId }) => !left.includes(jobId));
  const close = () => {
    dropWantedJob();
    setSending(null);
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
                  onChange={() => setLeft(left.includes(job.jobId) ? left.filter((one) => one !== job.jobId) : [...left, job.jobId])}
                />
              ))}
            </div>
            <Button
              full
              aria-disabled={picked.length === 0 || undefined}
              onClick={() => picked.length > 0 && setSending({ jobs: picked, states: states.data })}
            >
              {m.applications_send_go({ count: picked.length })}
            </Button>
            <TextLink href="/matches">{m.applications_send_others()}</TextLink>
          </Stack>
        </Callout>
      ) : (
        <Button full href="/matches">
          {m.applications_send_find()}
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

/** Returns the open jobs to offer: those chosen before, then those where somebody has signed in, then the others. */
function offered(jobs: readonly JobState[], chosenBefore: readonly string[]): JobState[] {
  const rank = ({ jobId, hiring }: JobState) => (chosenBefore.includes(jobId) ? 0 : hiring.length > 0 ? 1 : 2);
  return jobs
    .filter(({ state }) => state === "open")
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_OFFERED);
}

function describe({ employer, hiring }: JobState): string | undefined {
  if (employer === null) return undefined;
  return hiring.length > 0 ? employer.name : m.applications_send_nobody({ employer: employer.name });
}

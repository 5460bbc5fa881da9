import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { type JobState, type JobStates, jobStatesQuery } from "#/api/applications.queries.ts";
import { marksQuery } from "#/api/matches.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { dropWantedJob, wantedJob } from "#/session/wantedJob.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

const ApplySheet = lazy(() => import("./ApplySheet.tsx"));

/** The most jobs that one request can send. */
const MOST = 20;

/** Offers to send a new interview to the saved jobs that are open. Nothing without such a job, or until it is known. */
export default function SendToSaved() {
  const [wanted] = useState(wantedJob);
  const marks = useInfiniteQuery(marksQuery("saved"));
  const saved = (marks.data?.pages[0]?.marks ?? []).filter(({ open }) => open).map(({ jobId }) => jobId);
  const ids = [...new Set([...(wanted ? [wanted] : []), ...saved])].slice(0, MOST);
  const states = useQuery({ ...jobStatesQuery(ids), enabled: marks.isSuccess && ids.length > 0 });
  const jobs = states.data?.jobs.filter(({ state }) => state === "open") ?? [];
  const [left, setLeft] = useState<readonly string[]>([]);
  const [sending, setSending] = useState<{ jobs: JobState[]; states: JobStates } | null>(null);
  const chosen = jobs.filter(({ jobId }) => !left.includes(jobId));
  const close = () => {
    dropWantedJob();
    setSending(null);
  };
  return (
    <>
      {states.data && jobs.length > 0 && states.data.interviews.length > 0 && (
        <Callout as="section" aria-label={m.applications_saved_title()}>
          <Stack gap="s">
            <Heading level={2} size={3}>{m.applications_saved_title()}</Heading>
            <Text>{m.applications_saved_text()}</Text>
            <div>
              {jobs.map(({ jobId, title, employer }) => (
                <OptionCard
                  key={jobId}
                  type="checkbox"
                  bare
                  label={title}
                  detail={employer?.name}
                  checked={!left.includes(jobId)}
                  onChange={() => setLeft(left.includes(jobId) ? left.filter((one) => one !== jobId) : [...left, jobId])}
                />
              ))}
            </div>
            <Button
              full
              aria-disabled={chosen.length === 0 || undefined}
              onClick={() => chosen.length > 0 && setSending({ jobs: chosen, states: states.data })}
            >
              {m.applications_several_go({ count: chosen.length })}
            </Button>
          </Stack>
        </Callout>
      )}
      {sending && (
        <Suspense>
          <ApplySheet {...sending} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

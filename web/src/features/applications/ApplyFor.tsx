import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { type JobState, type JobStates, jobStatesQuery } from "#/api/applications.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { outsideAddress } from "#/platform/outside.ts";
import { pathTo } from "#/platform/paths.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";

const ApplySheet = lazy(() => import("./ApplySheet.tsx"));

/** Opens the sheet for a job that need not be among the matches, or says why nobody can apply for it. */
export default function ApplyFor({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const query = useQuery(jobStatesQuery([jobId]));
  // The state as it was when the sheet opened: once sent, the job is no longer open, but its sheet still is.
  const [opened, setOpened] = useState<{ job: JobState; states: JobStates } | null>(null);
  const [job] = query.data?.jobs ?? [];
  if (opened === null && query.data && job?.state === "open") setOpened({ job, states: query.data });
  if (opened) {
    return (
      <Suspense>
        <ApplySheet jobs={[opened.job]} states={opened.states} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <Dialog open onClose={onClose} title={job?.title ?? m.applications_apply()}>
      <QueryState query={query} loading={<PageSpinner />} failed={m.applications_failed()}>
        {() => <CannotApply job={job} />}
      </QueryState>
    </Dialog>
  );
}

function CannotApply({ job }: { job: JobState | undefined }) {
  const site = outsideAddress(job?.url ?? null);
  switch (job?.state) {
    case "applied":
      return (
        <>
          <p>{m.applications_already()}</p>
          <Button full href={pathTo("/application", { id: job.applicationId ?? "" })}>
            {m.applications_see()}
          </Button>
        </>
      );
    case "not_here":
      return (
        <>
          <p>{m.applications_not_here()}</p>
          {site && (
            <Button full outside={site} rel="noreferrer">
              {m.applications_their_site()}
            </Button>
          )}
        </>
      );
    default:
      return <p>{job?.filled ? m.applications_job_filled() : m.applications_job_closed()}</p>;
  }
}

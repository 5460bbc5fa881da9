import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import type { JobState, JobStates } from "#/api/applications.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { type Several, SeveralContext, useSeveral } from "./several.ts";

const ApplySheet = lazy(() => import("./ApplySheet.tsx"));

const MIN_JOBS = 2;

interface Props {
  /** Number of jobs in the list. */
  jobs: number;
  children: ReactNode;
}

/** Lets the candidate tick several jobs of the list inside it, and apply for all of them in one sheet. `SeveralLink` begins it. */
export function ApplyToSeveral({ jobs, children }: Props) {
  const [picked, setPicked] = useState<readonly JobState[] | null>(null);
  const [states, setStates] = useState<JobStates | null>(null);
  const [sending, setSending] = useState(false);
  const several = useMemo<Several>(
    () => ({
      offered: jobs >= MIN_JOBS,
      picked,
      begin: () => setPicked([]),
      toggle: (job, known) => {
        setStates(known);
        const without = (picked ?? []).filter(({ jobId }) => jobId !== job.jobId);
        setPicked(without.length === picked?.length ? [...without, job] : without);
      },
    }),
    [jobs, picked],
  );
  const stop = () => {
    setSending(false);
    setPicked(null);
  };
  return (
    <SeveralContext value={several}>
      {children}
      {picked !== null && (
        <BottomBar wide>
          <Row wrap>
            <Button full="phone" aria-disabled={picked.length === 0 || undefined} onClick={() => setSending(true)}>
              {m.applications_several_go({ count: picked.length })}
            </Button>
            <TextLink onClick={stop}>{m.applications_several_stop()}</TextLink>
          </Row>
        </BottomBar>
      )}
      {sending && picked !== null && states !== null && (
        <Suspense>
          <ApplySheet jobs={picked} states={states} onClose={(sent) => (sent ? stop() : setSending(false))} />
        </Suspense>
      )}
    </SeveralContext>
  );
}

/** Begins to choose several jobs of the list around it; nothing where there is one job, or once they are chosen. */
export function SeveralLink() {
  const { offered, picked, begin } = useSeveral();
  return offered && picked === null ? <TextLink onClick={begin}>{m.applications_several()}</TextLink> : null;
}

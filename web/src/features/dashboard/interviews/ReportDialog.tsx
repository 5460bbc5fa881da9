import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { visitsQuery } from "#/api/calls.queries.ts";
import type { Interview } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { FullResult } from "../FullReport.tsx";
import { Result } from "../Result.tsx";

/** Lazy-loaded with the first report. */
const Words = lazy(async () => ({ default: (await import("../Words.tsx")).Words }));

/** The full report of an interview; closed while `interview` is null. */
export function ReportDialog({ interview, onClose }: { interview: Interview | null; onClose: () => void }) {
  const title = interview ? m.dashboard_interviews_report_title({ job: interview.jobTitle }) : "";
  return (
    <Dialog open={interview !== null} onClose={onClose} title={title}>
      {interview && (
        <Stack>
          <Result interview={interview} full={FullResult} />
          <Suspense>
            <Words id={interview.id} />
          </Suspense>
          <WatchedLive id={interview.id} />
          <Button variant="second" full onClick={onClose}>
            {m.ui_close()}
          </Button>
        </Stack>
      )}
    </Dialog>
  );
}

/** The people who watched the interview live, if any. */
function WatchedLive({ id }: { id: string }) {
  const { data: visits = [] } = useQuery(visitsQuery(id));
  const names = [...new Set(visits.map(({ watcher }) => watcher))].join(", ");
  return (
    names !== "" && (
      <Text size="small" quiet>
        {m.dashboard_interviews_watched({ names })}
      </Text>
    )
  );
}

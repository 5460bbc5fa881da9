import { useEffect, useState, useSyncExternalStore } from "react";
import { declineWatchers } from "#/api/calls.queries.ts";
import type { CallAddress, Publisher } from "#/platform/call/daily.ts";
import { logError } from "#/platform/log.ts";
import { streamOf } from "#/features/interview/browser/camera.ts";
import type { Interview } from "#/features/interview/model/ports.ts";
import type { InterviewView } from "#/features/interview/model/view.ts";
import type { Watched } from "#/features/interview/screens/WatchedBy.tsx";

const NOBODY: readonly string[] = [];
const never = () => () => {};
const nobody = () => NOBODY;

/**
 * Shows the interview to those who watch it at a video provider. They see the person's own view, and nothing while an
 * answer is reviewed or saved. It loads once the interview is in progress, and its failures never affect the interview.
 */
export function useWatched(interview: Interview | null, view: InterviewView, userName: string): Watched {
  const capture = "capture" in view ? view.capture : null;
  const underWay = "capture" in view || view.at === "checking" || view.at === "saving";
  const [declined, setDeclined] = useState(false);
  const showing = usePublisher(underWay && !declined ? interview?.call : undefined, userName);
  const watchers = useSyncExternalStore(showing?.subscribe ?? never, showing?.watchers ?? nobody);
  useEffect(() => showing?.show(capture ? streamOf(capture) : null), [showing, capture]);
  const stop = () => {
    setDeclined(true);
    if (interview) declineWatchers(interview.id).catch((error: unknown) => logError("Watching was not declined.", error));
  };
  return { names: [...watchers], stop };
}

function usePublisher(address: CallAddress | undefined, userName: string): Publisher | null {
  const [showing, setShowing] = useState<Publisher | null>(null);
  useEffect(() => {
    if (!address) return undefined;
    let opened: Publisher | null = null;
    let over = false;
    import("#/platform/call/daily.ts")
      .then(({ publishInterview }) => {
        if (over) return;
        opened = publishInterview(address, userName);
        setShowing(opened);
      })
      .catch((error: unknown) => logError("Nobody can watch this interview.", error));
    return () => {
      over = true;
      opened?.close();
      setShowing(null);
    };
  }, [address, userName]);
  return showing;
}

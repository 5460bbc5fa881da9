import { useEffect, useState, useSyncExternalStore } from "react";
import type { Publisher, Watcher } from "#/platform/call/publisher.ts";
import { logError } from "#/platform/log.ts";
import { streamOf } from "./browser/camera.ts";
import type { InterviewView } from "./model/view.ts";
import type { Watched } from "./screens/WatchedBy.tsx";

const NOBODY: readonly Watcher[] = [];
const never = () => () => {};
const nobody = () => NOBODY;

/**
 * Streams the interview to its viewers. They see the person's own view, and nothing while an answer is reviewed or
 * saved. It loads once the interview is in progress, and its failures never affect the interview.
 */
export function useWatched(id: string | null, view: InterviewView): Watched {
  const capture = "capture" in view ? view.capture : null;
  const underWay = "capture" in view || view.at === "checking" || view.at === "saving";
  const showing = useShowing(underWay ? id : null);
  const watchers = useSyncExternalStore(showing?.subscribe ?? never, showing?.watchers ?? nobody);
  useEffect(() => showing?.show(capture ? streamOf(capture) : null), [showing, capture]);
  return { names: watchers.map(({ name }) => name), stop: () => showing?.decline() };
}

function useShowing(id: string | null): Publisher | null {
  const [showing, setShowing] = useState<Publisher | null>(null);
  useEffect(() => {
    if (!id) return undefined;
    let opened: Publisher | null = null;
    let over = false;
    import("#/platform/call/publisher.ts")
      .then(({ publishInterview: showInterview }) => {
        if (over) return;
        opened = showInterview(id);
        setShowing(opened);
      })
      .catch((error: unknown) => logError("Nobody can watch this interview.", error));
    return () => {
      over = true;
      opened?.close();
      setShowing(null);
    };
  }, [id]);
  return showing;
}

import { type RefCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { ReviewAccess } from "#/api/deskPerson.queries.ts";
import { isCovered, useOnScreen } from "#/platform/onScreen.ts";
import { onPageHidden } from "#/platform/page.ts";
import type { Span } from "./spans.ts";
import { READING_MS, ViewRecorder } from "./ViewRecorder.ts";

type Viewed = {
  access: ReviewAccess;
  /** The answer's order. */
  answer: number;
  onCounts: () => void;
  onGone: () => void;
};

type Views = {
  onPlaying: (playing: boolean) => void;
  onPlayed: (span: Span) => void;
  /** Ref of the element that shows the answer's words. */
  words: RefCallback<Element>;
};

const SECOND_MS = 1000;

/**
 * Records what a reviewer watches and reads. Watching begins with the first playback of an answer; reading after three
 * seconds with its words in view, while no dialog covers them.
 */
export function useViews({ access, answer, onCounts, onGone }: Viewed): Views {
  const [words, onScreen] = useOnScreen();
  const [watched, setWatched] = useState<number | null>(null);
  const video = useRef<ViewRecorder | null>(null);
  const tellCounts = useEffectEvent(onCounts);
  const tellGone = useEffectEvent(onGone);
  const watching = watched === answer;
  const reading = !watching && onScreen; // While it is watched, words that come into view begin no other view.

  useEffect(() => {
    if (!watching && !reading) return;
    const tell = { onCounts: () => tellCounts(), onGone: () => tellGone() };
    const recorder = new ViewRecorder({ access, answer, kind: watching ? "video" : "words", ...tell });
    const unwatch = onPageHidden(() => recorder.flush());
    if (watching) {
      video.current = recorder;
      recorder.start();
      return () => {
        video.current = null;
        unwatch();
        recorder.stop();
      };
    }
    let read = 0;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible" || isCovered()) return;
      recorder.add({ begin: read, end: read + 1 });
      read += 1;
      if (read * SECOND_MS >= READING_MS) recorder.start();
    }, SECOND_MS);
    return () => {
      clearInterval(timer);
      unwatch();
      recorder.stop();
    };
  }, [access, answer, watching, reading]);

  return {
    onPlaying: (playing) => {
      if (playing) setWatched(answer);
    },
    onPlayed: (span) => video.current?.add(span),
    words,
  };
}

import { useEffect, useRef, useState } from "react";
import type { ReviewAccess } from "#/api/deskPerson.queries.ts";
import { onPageHidden } from "#/platform/page.ts";
import type { Span } from "./spans.ts";
import { READING_MS, ViewRecorder } from "./ViewRecorder.ts";

type Viewed = {
  access: ReviewAccess;
  /** The answer's order. */
  answer: number;
  /** Whether its words are on the screen. */
  words: boolean;
  onCounts: () => void;
  onGone: () => void;
};

const SECOND_MS = 1000;

/**
 * Records what a reviewer watches and reads. Watching begins with the first playback of an answer; reading after three
 * seconds with its words on the screen.
 */
export function useViews({ access, answer, words, onCounts, onGone }: Viewed): { onPlaying: (playing: boolean) => void; onPlayed: (span: Span) => void } {
  const [watched, setWatched] = useState<number | null>(null);
  const video = useRef<ViewRecorder | null>(null);
  const told = useRef({ onCounts, onGone });
  useEffect(() => {
    told.current = { onCounts, onGone };
  });
  const watching = watched === answer;

  useEffect(() => {
    if (!watching && !words) return;
    const tell = { onCounts: () => told.current.onCounts(), onGone: () => told.current.onGone() };
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
    const begin = setTimeout(() => recorder.start(), READING_MS);
    let read = 0;
    const reading = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      recorder.add({ begin: read, end: read + 1 });
      read += 1;
    }, SECOND_MS);
    return () => {
      clearTimeout(begin);
      clearInterval(reading);
      unwatch();
      recorder.stop();
    };
  }, [access, answer, watching, words]);

  return {
    onPlaying: (playing) => {
      if (playing) setWatched(answer);
    },
    onPlayed: (span) => video.current?.add(span),
  };
}

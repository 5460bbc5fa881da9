import { type RefObject, useEffect, useState } from "react";

/**
 * The text of the current cue of a recording while captions are `on`; null without a cue. Captions are shown below the
 * picture, since an answer may be longer than the picture is high. In full screen nothing is visible below it: there
 * the browser renders them.
 */
export function useCaptions(video: RefObject<HTMLVideoElement | null>, on: boolean): string | null {
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    const element = video.current;
    const track = element?.textTracks[0];
    if (!element || !track) return;
    const show = () => setWords(textOf(track));
    const choose = () => setMode(element, on);
    choose();
    show();
    track.addEventListener("cuechange", show);
    document.addEventListener("fullscreenchange", choose);
    return () => {
      track.removeEventListener("cuechange", show);
      document.removeEventListener("fullscreenchange", choose);
    };
  }, [video, on]);
  return on ? words : null;
}

function setMode(element: HTMLVideoElement, on: boolean): void {
  // eslint-disable-next-line compat/compat -- Undefined in Safari before 16.4, where a video fills the screen by other means.
  const fills = document.fullscreenElement === element;
  for (const track of element.textTracks) track.mode = on ? (fills ? "showing" : "hidden") : "disabled";
}

function textOf({ activeCues }: TextTrack): string | null {
  const cues = Array.from(activeCues ?? []) as VTTCue[];
  return cues.map((cue) => plain(cue)).join("\n") || null;
}

/** Returns a cue's text without format tags. */
function plain(cue: VTTCue): string {
  return cue.getCueAsHTML().textContent;
}

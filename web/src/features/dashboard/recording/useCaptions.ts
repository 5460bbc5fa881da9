import { type RefObject, useEffect, useState } from "react";

/**
 * The words of the cue at the present place of a recording, while captions are `on`; null where there is none.
 * They stand under the picture, since an answer may be longer than the picture is high. Where the picture fills
 * the screen nothing is under it: there the browser draws them.
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
  const fills = document.fullscreenElement === element;
  for (const track of element.textTracks) track.mode = on ? (fills ? "showing" : "hidden") : "disabled";
}

function textOf({ activeCues }: TextTrack): string | null {
  const cues = Array.from(activeCues ?? []) as VTTCue[];
  return cues.map((cue) => plain(cue)).join("\n") || null;
}

/** A cue's text without the marks of its format. */
function plain(cue: VTTCue): string {
  return cue.getCueAsHTML().textContent;
}

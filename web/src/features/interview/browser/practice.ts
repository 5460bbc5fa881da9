import type { Capture } from "../model/ports.ts";
import { streamOf } from "./camera.ts";

/** Limits of a practice answer: in milliseconds, and in bytes of page memory. */
const MAX_DURATION = 60_000;
const MAX_BYTES = 16_000_000;
const SLICE = 1_000;

/** A practice answer. It stays in this page's memory and is never uploaded. */
export interface Practice {
  stop(): void;
  /**
   * Resolves when the recording has ended, automatically or by {@link stop}, with a playback URL valid until {@link
   * forget}.
   */
  readonly ended: Promise<string>;
  forget(): void;
}

/** Starts recording. Throws where the browser cannot record. */
export function practise(capture: Capture): Practice {
  const recorder = new MediaRecorder(streamOf(capture), { videoBitsPerSecond: 500_000, audioBitsPerSecond: 48_000 });
  const parts: Blob[] = [];
  let bytes = 0;
  let url = "";
  let forgotten = false;
  const stop = () => {
    if (recorder.state !== "inactive") recorder.stop();
  };
  const timer = setTimeout(stop, MAX_DURATION);
  recorder.ondataavailable = ({ data }) => {
    if (forgotten) return;
    parts.push(data);
    bytes += data.size;
    if (bytes > MAX_BYTES) stop();
  };
  const ended = new Promise<string>((resolve) => {
    recorder.addEventListener(
      "stop",
      () => {
        clearTimeout(timer);
        if (forgotten) return;
        url = URL.createObjectURL(new Blob(parts, { type: recorder.mimeType }));
        resolve(url);
      },
      { once: true },
    );
  });
  recorder.start(SLICE);
  return {
    stop,
    ended,
    forget() {
      forgotten = true;
      stop();
      clearTimeout(timer);
      parts.length = 0;
      URL.revokeObjectURL(url);
    },
  };
}

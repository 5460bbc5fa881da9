import type { Capture } from "../model/ports.ts";
import { streamOf } from "./camera.ts";

/** A try that nobody keeps: it lies in this page's memory and goes nowhere else. */
export interface Practice {
  /** Ends it. Resolves with an address that plays it until {@link forget}. */
  stop(): Promise<string>;
  forget(): void;
}

/** Records from now on. Throws where the browser can not record. */
export function practise(capture: Capture): Practice {
  const recorder = new MediaRecorder(streamOf(capture));
  const parts: Blob[] = [];
  let url = "";
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise<void>((resolve) => recorder.addEventListener("stop", () => resolve(), { once: true }));
  recorder.start();
  return {
    async stop() {
      if (recorder.state !== "inactive") recorder.stop();
      await stopped;
      url = URL.createObjectURL(new Blob(parts, { type: recorder.mimeType }));
      return url;
    },
    forget() {
      if (recorder.state !== "inactive") recorder.stop();
      parts.length = 0;
      URL.revokeObjectURL(url);
    },
  };
}

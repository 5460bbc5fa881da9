import type { Capture, Chunk, Recorder, Recording, Segment, TakeKey } from "../model/ports.ts";
import { RECORDING_WAIT } from "../model/timing.ts";
import { streamOf } from "./camera.ts";

/** At most this much of an answer is lost if the phone dies, in milliseconds. Safari needs two seconds or more. */
const SLICE = 4_000;
/** No slice for this long means that the recorder has silently stopped. */
const STALLED = 3 * SLICE;
const BITRATE = { videoBitsPerSecond: 500_000, audioBitsPerSecond: 48_000 };

/** Best first. The default of many browsers, VP8, loses most frames on a slow machine. */
const FORMATS: Record<Capture["kind"], string[]> = {
  video: [
    "video/webm;codecs=vp9,opus",
    "video/mp4;codecs=avc1.42E01E,mp4a.40.2",
    "video/webm;codecs=vp8,opus",
    "video/mp4",
  ],
  audio: ["audio/webm;codecs=opus", "audio/mp4"],
};

type Keep = (chunk: Chunk) => Promise<void>;

export const browserRecorder: Recorder = {
  start(take, capture, keep, broken) {
    const recording = new BrowserRecording(take, keep, broken);
    recording.continueWith(capture);
    return recording;
  },
};

class BrowserRecording implements Recording {
  readonly #take: TakeKey;
  readonly #keep: Keep;
  readonly #broken: () => void;
  readonly #segments: Segment[] = [];
  #recorder: MediaRecorder | undefined;
  /** Settles when everything that came out of the recorder so far is kept. */
  #kept: Promise<void> = Promise.resolve();
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(take: TakeKey, keep: Keep, broken: () => void) {
    this.#take = take;
    this.#keep = keep;
    this.#broken = broken;
    document.addEventListener("visibilitychange", this.#flush);
    addEventListener("pagehide", this.#flush);
  }

  continueWith(capture: Capture): void {
    this.#stopRecorder();
    try {
      this.#record(capture);
    } catch {
      // The caller is still busy with this very call.
      queueMicrotask(this.#broken);
    }
  }

  async finish(): Promise<Segment[]> {
    const recorder = this.#recorder;
    const stopped = new Promise<void>((resolve) => {
      if (!recorder || recorder.state === "inactive") return resolve();
      // The last slice is handed out before the event; on a locked phone the event may never come.
      recorder.addEventListener("stop", () => resolve(), { once: true });
    });
    this.#release();
    const late = new Promise<void>((resolve) => setTimeout(resolve, RECORDING_WAIT));
    await Promise.race([stopped.then(() => this.#kept), late]);
    return this.#segments.filter(({ count }) => count > 0).map((segment) => ({ ...segment }));
  }

  abandon(): void {
    if (this.#recorder) this.#recorder.ondataavailable = null;
    this.#release();
  }

  #record(capture: Capture): void {
    const mimeType = FORMATS[capture.kind].find((format) => MediaRecorder.isTypeSupported(format));
    const recorder = new MediaRecorder(streamOf(capture), { ...BITRATE, ...(mimeType && { mimeType }) });
    const segment: Segment = { segment: this.#segments.length, count: 0, mimeType: "" };
    this.#segments.push(segment);
    recorder.ondataavailable = ({ data }) => {
      this.#watch(recorder);
      // Some browsers end with an empty slice.
      if (data.size > 0) this.#kept = this.#kept.then(() => this.#keepSlice(segment, data, recorder));
    };
    recorder.onerror = () => this.#report(recorder);
    recorder.start(SLICE);
    this.#recorder = recorder;
    this.#watch(recorder);
  }

  async #keepSlice(segment: Segment, data: Blob, recorder: MediaRecorder): Promise<void> {
    // What was asked for and what is recorded may differ: the recorder itself knows.
    segment.mimeType = recorder.mimeType || data.type;
    const { mimeType } = segment;
    try {
      const bytes = await data.arrayBuffer();
      await this.#keep({ ...this.#take, segment: segment.segment, index: segment.count, mimeType, bytes });
      segment.count += 1;
    } catch {
      // The device is full. What comes after a hole would be of no use.
      recorder.ondataavailable = null;
      this.#report(recorder);
    }
  }

  #watch(recorder: MediaRecorder): void {
    if (recorder !== this.#recorder) return;
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#report(recorder), STALLED);
  }

  /** Reports a recorder once, and only the one that counts. */
  #report(recorder: MediaRecorder): void {
    if (recorder !== this.#recorder) return;
    this.#stopRecorder();
    this.#broken();
  }

  #stopRecorder(): void {
    clearTimeout(this.#watchdog);
    if (this.#recorder && this.#recorder.state !== "inactive") this.#recorder.stop();
    this.#recorder = undefined;
  }

  #release(): void {
    this.#stopRecorder();
    document.removeEventListener("visibilitychange", this.#flush);
    removeEventListener("pagehide", this.#flush);
  }

  /** A page that is hidden may never be shown again. */
  readonly #flush = (): void => {
    if (this.#recorder?.state === "recording") this.#recorder.requestData();
  };
}

import type { Capture, KeepChunk, Recorder, Recording, Segment, TakeKey } from "#/features/interview/model/ports.ts";
import { RECORDING_WAIT } from "#/features/interview/model/timing.ts";
import { isNetworkScarce } from "#/platform/network.ts";
import { resize, streamOf } from "./camera.ts";

/** Slice length in milliseconds: at most this much is lost if the phone dies. Safari needs two seconds or more. */
const SLICE = 4_000;
/** How long a slice may take that was due when the recorder stopped. Firefox emits such a slice after the event. */
const LATE_SLICE = 500;
/** With no slice for this long, the recorder has silently stopped. */
const STALLED = 3 * SLICE;
/** Requested bitrates, best first, one for each picture of the camera: a browser or a line that cannot keep up gets the next. */
const BITRATES = [
  { videoBitsPerSecond: 1_200_000, audioBitsPerSecond: 48_000 },
  { videoBitsPerSecond: 500_000, audioBitsPerSecond: 48_000 },
  { videoBitsPerSecond: 250_000, audioBitsPerSecond: 32_000 },
  { videoBitsPerSecond: 100_000, audioBitsPerSecond: 24_000 },
];

/** Starting step for slow or metered networks. */
const SCARCE_STEP = 2;
/** With so many chunks waiting for each step taken, the line does not keep up. */
const BEHIND = 3;

/** In GB of memory, where the browser tells it: cheaper phones drop frames of a large picture. */
const HD_MEMORY = 4;

/** Returns the best step for this network and device. */
function firstStep(): number {
  const { deviceMemory = HD_MEMORY } = navigator as { deviceMemory?: number };
  if (isNetworkScarce()) return SCARCE_STEP;
  return deviceMemory < HD_MEMORY ? 1 : 0;
}

/** The step at which the latest take of an interview ended: the next one tries one step better. */
const lastSteps = new Map<string, number>();

/** Preferred formats, best first. VP8, the default of many browsers, drops most frames on a slow machine. */
const FORMATS: Record<Capture["kind"], string[]> = {
  video: ["video/webm;codecs=vp9,opus", "video/mp4;codecs=avc1.42E01E,mp4a.40.2", "video/webm;codecs=vp8,opus", "video/mp4"],
  audio: ["audio/webm;codecs=opus", "audio/mp4"],
};

export const browserRecorder: Recorder = {
  start(take, capture, keep, broken, firstSegment) {
    const recording = new BrowserRecording(take, keep, broken, firstSegment);
    recording.continueWith(capture);
    return recording;
  },
};

class BrowserRecording implements Recording {
  readonly #take: TakeKey;
  readonly #keep: KeepChunk;
  readonly #broken: () => void;
  readonly #firstSegment: number;
  readonly #segments: Segment[] = [];
  #recorder: MediaRecorder | undefined;
  #capture: Capture | undefined;
  /** Index into {@link BITRATES}. */
  #step: number;
  /** Settles when all data emitted so far is kept. */
  #kept: Promise<void> = Promise.resolve();
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  /** When the latest slice with data began. */
  #sliceSince = 0;

  constructor(take: TakeKey, keep: KeepChunk, broken: () => void, firstSegment: number) {
    this.#firstSegment = firstSegment;
    this.#take = take;
    this.#step = Math.max(firstStep(), (lastSteps.get(take.interviewId) ?? 0) - 1);
    this.#keep = keep;
    this.#broken = broken;
    document.addEventListener("visibilitychange", this.#flush);
    addEventListener("pagehide", this.#flush);
  }

  pause(): void {
    this.#stopRecorder();
  }

  continueWith(capture: Capture): void {
    this.#stopRecorder();
    this.#capture = capture;
    lastSteps.set(this.#take.interviewId, this.#step);
    resize(capture, this.#step);
    try {
      this.#record(capture);
    } catch {
      // Deferred: the caller is still inside this call.
      queueMicrotask(this.#broken);
    }
  }

  async finish(): Promise<Segment[]> {
    const recorder = this.#recorder;
    const stopped = new Promise<void>((resolve) => {
      if (!recorder || recorder.state === "inactive") return resolve();
      // The last slice is emitted before the event; on a locked phone the event may never fire.
      recorder.addEventListener("stop", () => (this.#isSliceDue() ? setTimeout(resolve, LATE_SLICE) : resolve()), { once: true });
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
    const bitrate = BITRATES[this.#step];
    const recorder = new MediaRecorder(streamOf(capture), { ...bitrate, ...(mimeType && { mimeType }) });
    const segment: Segment = { segment: this.#firstSegment + this.#segments.length, count: 0, mimeType: "" };
    const rate = new RateWatch(capture.kind === "video" ? sum(bitrate) : Infinity);
    this.#segments.push(segment);
    recorder.ondataavailable = ({ data }) => {
      this.#watch(recorder);
      // Some browsers end with an empty slice.
      if (data.size > 0) {
        this.#sliceSince = performance.now();
        this.#kept = this.#kept.then(() => this.#keepSlice(segment, data, recorder));
      }
      if (rate.isTooHigh(data.size) && recorder === this.#recorder) this.#lower(this.#step + 1);
    };
    recorder.onerror = () => this.#report(recorder);
    // A recorder that stops unexpectedly has lost its tracks.
    recorder.onstop = () => this.#report(recorder);
    recorder.start(SLICE);
    this.#sliceSince = performance.now();
    this.#recorder = recorder;
    this.#watch(recorder);
  }

  #isSliceDue(): boolean {
    return performance.now() - this.#sliceSince >= SLICE;
  }

  /** Lowers the bitrate in a new segment: a running recorder cannot change its bitrate. */
  #lower(step: number): void {
    if (!this.#capture || step <= this.#step || step >= BITRATES.length) return;
    this.#step = step;
    this.continueWith(this.#capture);
  }

  async #keepSlice(segment: Segment, data: Blob, recorder: MediaRecorder): Promise<void> {
    // The requested and the recorded format may differ: the recorder knows the actual one.
    segment.mimeType = recorder.mimeType || data.type;
    const { mimeType } = segment;
    try {
      const bytes = await data.arrayBuffer();
      const { where, waiting } = await this.#keep({ ...this.#take, segment: segment.segment, index: segment.count, mimeType, bytes });
      segment.count += 1;
      if (recorder !== this.#recorder) return;
      // No space on the device: data held only by the page must be small.
      if (where === "page") this.#lower(SCARCE_STEP);
      // Being offline says nothing about the line.
      else if (waiting >= BEHIND * (this.#step + 1) && navigator.onLine !== false) this.#lower(this.#step + 1);
    } catch {
      // There is no space anywhere. Data after a gap is useless.
      recorder.ondataavailable = null;
      this.#report(recorder);
    }
  }

  #watch(recorder: MediaRecorder): void {
    if (recorder !== this.#recorder) return;
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#report(recorder), STALLED);
  }

  /** Reports a failure once, and only for the current recorder. */
  #report(recorder: MediaRecorder): void {
    if (recorder !== this.#recorder) return;
    this.#stopRecorder();
    this.#broken();
  }

  #stopRecorder(): void {
    clearTimeout(this.#watchdog);
    const recorder = this.#recorder;
    this.#recorder = undefined;
    if (recorder && recorder.state !== "inactive") recorder.stop();
  }

  #release(): void {
    this.#stopRecorder();
    document.removeEventListener("visibilitychange", this.#flush);
    removeEventListener("pagehide", this.#flush);
  }

  /** A hidden page may never be shown again. */
  readonly #flush = (): void => {
    const recorder = this.#recorder;
    if (recorder?.state === "recording") return recorder.requestData();
    // The phone may have stopped or paused the recorder silently while the page was hidden.
    if (recorder && document.visibilityState === "visible") this.#report(recorder);
  };
}

function sum(bitrate: (typeof BITRATES)[number] | undefined): number {
  return bitrate ? bitrate.videoBitsPerSecond + bitrate.audioBitsPerSecond : Infinity;
}

/** Number of consecutive heavy slices that count as a high rate: a single one may be a burst. */
const SLICES = 3;
/** Factor over the requested bitrate that an inaccurate encoder no longer explains. */
const TOO_MUCH = 2;

/** Measures a recorder's actual bitrate: some encoders ignore the requested one when the picture has much motion. */
export class RateWatch {
  readonly #asked: number;
  readonly #now: () => number;
  #slices: { at: number; bytes: number }[];

  /** `asked` in bits per second; `now` in milliseconds. */
  constructor(asked: number, now: () => number = () => performance.now()) {
    this.#asked = asked;
    this.#now = now;
    this.#slices = [{ at: now(), bytes: 0 }];
  }

  /** Records a slice's size in bytes; returns whether the latest slices were far heavier than requested. */
  isTooHigh(bytes: number): boolean {
    this.#slices = [...this.#slices.slice(-SLICES), { at: this.#now(), bytes }];
    const [first, ...others] = this.#slices;
    if (!first || others.length < SLICES) return false;
    const seconds = ((others.at(-1)?.at ?? 0) - first.at) / 1_000;
    const bits = 8 * others.reduce((total, slice) => total + slice.bytes, 0);
    return seconds > 0 && bits / seconds > TOO_MUCH * this.#asked;
  }
}

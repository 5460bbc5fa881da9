import { type BlockReason, type Camera, type Capture, CaptureBlocked } from "#/features/interview/model/ports.ts";
import { chosenDevices } from "./devices.ts";

/** Best first: the recorder takes the next one for phones and lines that cannot handle the picture. */
const PICTURES = [
  { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 24, max: 30 } },
  { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 24, max: 30 } },
  { width: { ideal: 320 }, height: { ideal: 240 }, frameRate: { max: 15 } },
  { width: { ideal: 240 }, height: { ideal: 180 }, frameRate: { max: 8 } },
] satisfies MediaTrackConstraints[];
const AUDIO: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

/** A phone call mutes the microphone; after this long the microphone counts as lost. In milliseconds. */
const MUTED_TOO_LONG = 5_000;

const streams = new WeakMap<Capture, MediaStream>();

/** The stream behind a capture of this camera, for the recorder. */
export function streamOf(capture: Capture): MediaStream {
  const stream = streams.get(capture);
  if (!stream) throw new TypeError("This capture was not opened by the browser's camera.");
  return stream;
}

/** The step of the picture of each capture, an index into {@link PICTURES}. */
const steps = new WeakMap<Capture, number>();

/** Changes resolution and frame rate where the camera supports it: the only limit that every encoder respects. */
export function resize(capture: Capture, step: number): void {
  if (step === (steps.get(capture) ?? 0)) return;
  steps.set(capture, step);
  for (const track of streamOf(capture).getVideoTracks()) {
    track.applyConstraints(PICTURES[step]).catch(() => {});
  }
}

export const browserCamera: Camera = {
  async open(kind, signal) {
    // Missing in old browsers, in some in-app browsers, and on pages without HTTPS.
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (!devices?.getUserMedia) throw new CaptureBlocked("unsupported");
    const { videoinput, audioinput } = chosenDevices();
    const audio = { ...AUDIO, ...(audioinput && { deviceId: { ideal: audioinput } }) };
    const video = { facingMode: "user", ...PICTURES[0], ...(videoinput && { deviceId: { ideal: videoinput } }) };
    await seen(signal);
    const stream = await devices.getUserMedia({ audio, video: kind === "video" && video }).catch(diagnose);
    if (signal.aborted) {
      stopTracks(stream);
      throw signal.reason;
    }
    return captureOf(stream, kind);
  },
};

/** Phones give no camera to a hidden page, so a lost capture is reopened when the page becomes visible. */
async function seen(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === "visible") return;
  await new Promise<void>((resolve) => {
    const look = () => document.visibilityState === "visible" && go();
    const go = () => {
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", go, { once: true });
  });
  signal.throwIfAborted();
}

/** Maps a getUserMedia error to its cause; browsers disagree on the error names. */
function diagnose(error: unknown): never {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  throw new CaptureBlocked(REASONS[name] ?? "busy", error);
}

const REASONS: Record<string, BlockReason> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  DevicesNotFoundError: "missing",
  OverconstrainedError: "missing",
  TypeError: "unsupported",
  NotSupportedError: "unsupported",
};

function captureOf(stream: MediaStream, kind: Capture["kind"]): Capture {
  const meter = createMeter(stream);
  const capture: Capture = {
    kind,
    level: () => meter.level(),
    loudest: () => meter.loudest(),
    showIn(video) {
      video.srcObject = stream;
      // A hidden page refuses to play; playback starts automatically when the page becomes visible.
      video.play().catch(() => {});
      return () => {
        video.srcObject = null;
      };
    },
    onLost: (lost) => watchTracks(stream, lost),
    close() {
      meter.close();
      stopTracks(stream);
    },
  };
  streams.set(capture, stream);
  return capture;
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Calls `lost` once when a track ends, stays muted, or is found dead after the page was hidden. */
function watchTracks(stream: MediaStream, lost: () => void): () => void {
  const watch = new AbortController();
  const { signal } = watch;
  const report = () => {
    if (signal.aborted) return;
    watch.abort();
    lost();
  };
  for (const track of stream.getTracks()) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = () => clearTimeout(timer);
    const wait = () => {
      forget();
      timer = setTimeout(report, MUTED_TOO_LONG);
    };
    track.addEventListener("ended", report, { signal });
    track.addEventListener("mute", wait, { signal });
    track.addEventListener("unmute", forget, { signal });
    signal.addEventListener("abort", forget);
    // The track may already be muted; no event reports that.
    if (track.muted) wait();
  }
  const look = () => {
    const dead = stream.getTracks().some(({ readyState }) => readyState === "ended");
    if (document.visibilityState === "visible" && dead) report();
  };
  document.addEventListener("visibilitychange", look, { signal });
  return () => watch.abort();
}

/** Loudness of a stream, measured on demand: nothing runs between two reads. */
interface Meter {
  /** From 0 (silence) to 1 (maximum). */
  level(): number;
  /** The maximum of all reads since this was last called; null if nothing was measured. */
  loudest(): number | null;
  close(): void;
}

/** Speech at arm's length is about -30 dB; a quiet room is below -55 dB. */
const SILENCE_DB = -55;
const LOUD_DB = -15;

/** Measures `stream`; always silent where the browser has no Web Audio. Call it in or after a tap. */
function createMeter(stream: MediaStream): Meter {
  if (typeof AudioContext === "undefined") return { level: () => 0, loudest: () => null, close: () => {} };
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 1024 });
  context.createMediaStreamSource(stream).connect(analyser);
  // Some phones start the context suspended even after a tap.
  void context.resume().catch(() => {});
  const samples = new Float32Array(analyser.fftSize);
  let most: number | null = null;
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      const now = loudness(samples);
      if (context.state === "running") most = Math.max(most ?? 0, now);
      return now;
    },
    loudest() {
      const loudest = most;
      most = null;
      return loudest;
    },
    close: () => void context.close().catch(() => {}),
  };
}

/** Returns the loudness of samples in [-1, 1] on a logarithmic (perceptual) scale. */
export function loudness(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const db = 10 * Math.log10(power + Number.EPSILON);
  return Math.min(1, Math.max(0, (db - SILENCE_DB) / (LOUD_DB - SILENCE_DB)));
}

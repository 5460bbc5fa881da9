import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KeepChunk, Recording } from "../model/ports.ts";
import { browserCamera } from "./camera.ts";
import { browserRecorder } from "./recorder.ts";

/** A fake recorder that emits what the test provides. */
class FakeMediaRecorder extends EventTarget {
  static readonly made: FakeMediaRecorder[] = [];
  static supported = ["video/webm;codecs=vp8,opus"];
  static readonly isTypeSupported = (type: string) => FakeMediaRecorder.supported.includes(type);

  state = "inactive";
  mimeType = "video/x-matroska;codecs=avc1";
  ondataavailable: ((event: { data: Blob }) => void) | null = null;
  onerror: (() => void) | null = null;
  onstop: (() => void) | null = null;
  /** Data emitted on stop. */
  rest = "";
  slice = 0;

  constructor(
    readonly stream: MediaStream,
    readonly options: MediaRecorderOptions,
  ) {
    super();
    FakeMediaRecorder.made.push(this);
  }

  start(slice: number): void {
    this.slice = slice;
    this.state = "recording";
  }
  stop(): void {
    this.state = "inactive";
    queueMicrotask(() => {
      this.give(this.rest);
      this.dispatchEvent(new Event("stop"));
    });
  }
  requestData(): void {
    this.give("flushed");
  }
  give(data: string): void {
    this.ondataavailable?.({ data: new Blob([data]) });
  }
}

let kept: string[];
let keep: KeepChunk;
/** How many chunks of the take wait to be sent, as `keep` says. */
let waiting: number;
const broken = vi.fn();
const recordings: Recording[] = [];
const applyConstraints = vi.fn(async () => {});
const STREAM = { getTracks: () => [], getVideoTracks: () => [{ applyConstraints }] };
/** Each test has an interview of its own: takes learn from earlier ones of their interview. */
let interviews = 0;
const take = () => ({ interviewId: `interview ${interviews}`, take: 1 });

beforeEach(() => {
  vi.useFakeTimers();
  kept = [];
  waiting = 0;
  interviews += 1;
  keep = async ({ segment, index, bytes }) => {
    kept.push(`${segment}/${index} ${new TextDecoder().decode(bytes)}`);
    return { where: "device", waiting };
  };
  broken.mockReset();
  applyConstraints.mockClear();
  FakeMediaRecorder.made.length = 0;
  vi.stubGlobal("MediaRecorder", FakeMediaRecorder);
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: async () => STREAM } });
});

afterEach(() => {
  for (const recording of recordings.splice(0)) recording.abandon();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const openCapture = () => browserCamera.open("video", new AbortController().signal);

async function start() {
  const recording = browserRecorder.start(take(), await openCapture(), (chunk) => keep(chunk), broken, 0);
  recordings.push(recording);
  return { recording, recorder: FakeMediaRecorder.made[0] as FakeMediaRecorder };
}

/** Lets slices reach the place where they are kept. */
const flush = () => vi.advanceTimersByTimeAsync(1);

test("requests the best supported format, in slices of four seconds", async () => {
  const { recorder } = await start();
  expect(recorder.options.mimeType).toBe("video/webm;codecs=vp8,opus");
  expect(recorder.slice).toBe(4_000);
});

test("lets the browser choose when it supports none of the formats", async () => {
  FakeMediaRecorder.supported = [];
  const { recorder } = await start();
  FakeMediaRecorder.supported = ["video/webm;codecs=vp8,opus"];
  expect(recorder.options).not.toHaveProperty("mimeType");
});

test("keeps every slice in order, skips empty ones, and reports the recorded format", async () => {
  const { recording, recorder } = await start();
  recorder.give("one");
  recorder.give("");
  recorder.give("two");
  recorder.rest = "three";
  const finished = recording.finish();
  await flush();
  expect(kept).toEqual(["0/0 one", "0/1 two", "0/2 three"]);
  expect(await finished).toEqual([{ segment: 0, count: 3, mimeType: "video/x-matroska;codecs=avc1" }]);
});

test("keeps a slice that was due when the recorder stopped, and comes after its end", async () => {
  const { recording, recorder } = await start();
  await vi.advanceTimersByTimeAsync(4_010);
  const finished = recording.finish(); // Ends with an empty slice, as Firefox does then.
  await flush();
  setTimeout(() => recorder.give("one"), 10);
  await vi.advanceTimersByTimeAsync(500);
  expect(await finished).toMatchObject([{ count: 1 }]);
  expect(kept).toEqual(["0/0 one"]);
});

test("waits at most two seconds for a recorder that does not stop", async () => {
  const { recording, recorder } = await start();
  recorder.give("one");
  recorder.stop = () => {};
  const finished = recording.finish();
  await vi.advanceTimersByTimeAsync(1_999);
  const settled = vi.fn();
  void finished.then(settled);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await finished).toMatchObject([{ count: 1 }]);
});

test("continues with another capture as the next segment", async () => {
  const { recording, recorder } = await start();
  recorder.give("one");
  recorder.rest = "end of one";
  recording.continueWith(await openCapture());
  FakeMediaRecorder.made[1]?.give("two");
  const finished = recording.finish();
  await flush();
  expect(kept.sort()).toEqual(["0/0 one", "0/1 end of one", "1/0 two"]);
  expect(await finished).toMatchObject([
    { segment: 0, count: 2 },
    { segment: 1, count: 1 },
  ]);
});

test("reports a recorder that emits nothing for twelve seconds, once", async () => {
  const { recorder } = await start();
  await vi.advanceTimersByTimeAsync(11_000);
  recorder.give("one");
  await vi.advanceTimersByTimeAsync(11_999);
  expect(broken).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(broken).toHaveBeenCalledTimes(1);
});

test("reports a recorder that fails or cannot start", async () => {
  const { recorder } = await start();
  recorder.onerror?.();
  expect(broken).toHaveBeenCalledTimes(1);
  vi.stubGlobal("MediaRecorder", undefined);
  const recording = browserRecorder.start(take(), await openCapture(), keep, broken, 0);
  recordings.push(recording);
  await flush();
  expect(broken).toHaveBeenCalledTimes(2);
  expect(await recording.finish()).toEqual([]);
});

test("ends the recording when the device is full; earlier slices stay valid", async () => {
  const { recording, recorder } = await start();
  recorder.give("one");
  await flush();
  keep = () => Promise.reject(new DOMException("", "QuotaExceededError"));
  recorder.give("two");
  recorder.give("three");
  await flush();
  expect(broken).toHaveBeenCalledTimes(1);
  expect(await recording.finish()).toMatchObject([{ count: 1 }]);
});

test("reports a recorder that stops unexpectedly or is found paused", async () => {
  const { recorder } = await start();
  recorder.onstop?.();
  expect(broken).toHaveBeenCalledTimes(1);
  await start();
  (FakeMediaRecorder.made[1] as FakeMediaRecorder).state = "paused";
  document.dispatchEvent(new Event("visibilitychange"));
  expect(broken).toHaveBeenCalledTimes(2);
});

test("lowers the bitrate in a new segment when the browser far exceeds it", async () => {
  const { recording, recorder } = await start();
  for (let slices = 0; slices < 3; slices += 1) {
    await vi.advanceTimersByTimeAsync(4_000);
    recorder.give("x".repeat(2_000_000));
  }
  expect(FakeMediaRecorder.made).toHaveLength(2);
  expect(FakeMediaRecorder.made[1]?.options.videoBitsPerSecond).toBe(500_000);
  expect(applyConstraints).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ width: { ideal: 640 } }));
  FakeMediaRecorder.made[1]?.give("light");
  const finished = recording.finish();
  await flush();
  expect(await finished).toMatchObject([
    { segment: 0, count: 3 },
    { segment: 1, count: 1 },
  ]);
  expect(broken).not.toHaveBeenCalled();
});

test("lowers the bitrate once when the device is full", async () => {
  const { recorder } = await start();
  keep = async () => ({ where: "page", waiting: 1 });
  for (const data of ["one", "two", "three"]) {
    FakeMediaRecorder.made.at(-1)?.give(data);
    await flush();
  }
  expect(recorder.state).toBe("inactive");
  expect(FakeMediaRecorder.made).toHaveLength(2);
});

const bitrates = () => FakeMediaRecorder.made.map(({ options }) => options.videoBitsPerSecond);

/** Emits a slice while so many chunks wait. */
async function slice(data: string, behind: number): Promise<void> {
  waiting = behind;
  FakeMediaRecorder.made.at(-1)?.give(data);
  await flush();
}

test("lowers picture and bitrate while the uploads fall behind, without losing a slice", async () => {
  const { recording, recorder } = await start();
  expect(recorder.options.videoBitsPerSecond, "HD").toBe(1_200_000);
  await slice("one", 1);
  await slice("two", 2);
  expect(bitrates()).toHaveLength(1);
  recorder.rest = "the rest of three";
  await slice("three", 3);
  for (const behind of [4, 5]) await slice("late", behind);
  expect(bitrates(), "gets time to catch up").toEqual([1_200_000, 500_000]);
  await slice("late", 6);
  expect(bitrates()).toEqual([1_200_000, 500_000, 250_000]);
  expect(applyConstraints.mock.calls).toEqual([[expect.objectContaining({ width: { ideal: 640 } })], [expect.objectContaining({ width: { ideal: 320 } })]]);
  const finished = recording.finish();
  await flush();
  expect(kept).toEqual(["0/0 one", "0/1 two", "0/2 three", "0/3 the rest of three", "1/0 late", "1/1 late", "1/2 late"]);
  expect(await finished).toMatchObject([{ count: 4 }, { count: 3 }]);
});

test("keeps the picture while the phone is offline", async () => {
  vi.stubGlobal("navigator", { ...navigator, onLine: false });
  await start();
  await slice("one", 100);
  expect(bitrates()).toEqual([1_200_000]);
});

test("starts the next take one step better than the last one ended", async () => {
  const { recording } = await start();
  await slice("one", 3);
  await slice("two", 6);
  await recording.finish();
  await start();
  expect(bitrates()).toEqual([1_200_000, 500_000, 250_000, 500_000]);
});

test("does not try HD on a phone with little memory", async () => {
  vi.stubGlobal("navigator", { ...navigator, deviceMemory: 2 });
  const { recorder } = await start();
  expect(recorder.options.videoBitsPerSecond).toBe(500_000);
});

test("flushes when the page is hidden or left", async () => {
  await start();
  document.dispatchEvent(new Event("visibilitychange"));
  dispatchEvent(new Event("pagehide"));
  await flush();
  expect(kept).toEqual(["0/0 flushed", "0/1 flushed"]);
});

test("keeps nothing more after it was abandoned", async () => {
  const { recording, recorder } = await start();
  recorder.rest = "end";
  recording.abandon();
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kept).toEqual([]);
  expect(recorder.state).toBe("inactive");
  expect(broken).not.toHaveBeenCalled();
});

test.each([{ saveData: true, effectiveType: "4g" }, { effectiveType: "3g" }])("starts with a lower bitrate on a limited network: %o", async (connection) => {
  vi.stubGlobal("navigator", { ...navigator, connection });
  const { recorder } = await start();
  expect(recorder.options.videoBitsPerSecond).toBe(250_000);
  expect(applyConstraints).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ width: { ideal: 320 } }));
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Capture } from "../model/ports.ts";
import { browserCamera, streamOf } from "./camera.ts";

class FakeTrack extends EventTarget {
  readyState = "live";
  muted = false;
  stop(): void {
    this.readyState = "ended";
  }
  say(event: "ended" | "mute" | "unmute"): void {
    this.dispatchEvent(new Event(event));
  }
}

let track: FakeTrack;
const getUserMedia = vi.fn();
const running = new AbortController().signal;

beforeEach(() => {
  track = new FakeTrack();
  getUserMedia.mockReset().mockResolvedValue({ getTracks: () => [track] });
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = (kind: Capture["kind"] = "video") => browserCamera.open(kind, running);

/** Opens the camera and counts how often it is reported lost. */
async function watched() {
  const capture = await open();
  const lost = vi.fn();
  return { lost, capture, unwatch: capture.onLost(lost) };
}

test("asks for a small picture and a clean voice, and for no picture without a camera", async () => {
  await open("video");
  await open("audio");
  const [video, audio] = getUserMedia.mock.calls.map(([constraints]) => constraints);
  expect(video).toMatchObject({ audio: { echoCancellation: true }, video: { width: { ideal: 640 } } });
  expect(audio.video).toBe(false);
});

test.each([
  ["NotAllowedError", "denied"],
  ["NotFoundError", "missing"],
  ["OverconstrainedError", "missing"],
  ["NotReadableError", "busy"],
  ["AbortError", "busy"],
])("tells %s as %s", async (name, reason) => {
  getUserMedia.mockRejectedValue(new DOMException("", name));
  await expect(open()).rejects.toMatchObject({ name: "CaptureBlocked", reason });
});

test("a browser without cameras is unsupported", async () => {
  vi.stubGlobal("navigator", {});
  await expect(open()).rejects.toMatchObject({ reason: "unsupported" });
});

test("a stream that arrives after nobody wants it any more is closed at once", async () => {
  const cancel = new AbortController();
  const opening = browserCamera.open("video", cancel.signal);
  cancel.abort();
  await expect(opening).rejects.toThrow();
  expect(track.readyState).toBe("ended");
});

test("closing stops the tracks and is not a loss", async () => {
  const { capture, lost, unwatch } = await watched();
  unwatch();
  capture.close();
  track.say("ended");
  expect(track.readyState).toBe("ended");
  expect(lost).not.toHaveBeenCalled();
});

test("a track that ends is a loss, told once", async () => {
  const { lost } = await watched();
  track.say("ended");
  track.say("ended");
  expect(lost).toHaveBeenCalledTimes(1);
});

test("a mute of five seconds is a loss, a shorter one is not", async () => {
  const { lost } = await watched();
  track.say("mute");
  vi.advanceTimersByTime(4_999);
  track.say("unmute");
  vi.advanceTimersByTime(10_000);
  expect(lost).not.toHaveBeenCalled();
  track.say("mute");
  vi.advanceTimersByTime(5_000);
  expect(lost).toHaveBeenCalledTimes(1);
});

test("a track that was mute before anybody looked is a loss too", async () => {
  track.muted = true;
  const { lost } = await watched();
  vi.advanceTimersByTime(5_000);
  expect(lost).toHaveBeenCalledTimes(1);
});

test("no camera is asked for while nobody sees the page", async () => {
  const visible = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const opening = open();
  const unwanted = new AbortController();
  const given = expect(browserCamera.open("video", unwanted.signal)).rejects.toThrow();
  unwanted.abort();
  await given;
  expect(getUserMedia).not.toHaveBeenCalled();
  visible.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await opening;
  expect(getUserMedia).toHaveBeenCalledTimes(1);
  visible.mockRestore();
});

test("a track found dead when the page is seen again is a loss", async () => {
  const { lost } = await watched();
  track.readyState = "ended";
  document.dispatchEvent(new Event("visibilitychange"));
  expect(lost).toHaveBeenCalledTimes(1);
});

test("the recorder gets the stream of a capture of this camera only", async () => {
  const capture = await open();
  expect(streamOf(capture).getTracks()).toEqual([track]);
  expect(() => streamOf({ ...capture })).toThrow(TypeError);
});

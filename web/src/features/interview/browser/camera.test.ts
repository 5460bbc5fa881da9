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

test("requests a small picture and clean audio, and audio only without a camera", async () => {
  await open("video");
  await open("audio");
  const [video, audio] = getUserMedia.mock.calls.map(([constraints]) => constraints);
  expect(video).toMatchObject({ audio: { echoCancellation: true }, video: { width: { ideal: 1280 }, height: { ideal: 720 } } });
  expect(audio.video).toBe(false);
});

test.each([
  ["NotAllowedError", "denied"],
  ["NotFoundError", "missing"],
  ["OverconstrainedError", "missing"],
  ["NotReadableError", "busy"],
  ["AbortError", "busy"],
])("maps %s to %s", async (name, reason) => {
  getUserMedia.mockRejectedValue(new DOMException("", name));
  await expect(open()).rejects.toMatchObject({ name: "CaptureBlocked", reason });
});

test("reports a browser without cameras as unsupported", async () => {
  vi.stubGlobal("navigator", {});
  await expect(open()).rejects.toMatchObject({ reason: "unsupported" });
});

test("closes a stream that arrives after the request was aborted", async () => {
  const cancel = new AbortController();
  const opening = browserCamera.open("video", cancel.signal);
  cancel.abort();
  await expect(opening).rejects.toThrow();
  expect(track.readyState).toBe("ended");
});

test("stops the tracks on close without reporting a loss", async () => {
  const { capture, lost, unwatch } = await watched();
  unwatch();
  capture.close();
  track.say("ended");
  expect(track.readyState).toBe("ended");
  expect(lost).not.toHaveBeenCalled();
});

test("reports a track that ends as lost, once", async () => {
  const { lost } = await watched();
  track.say("ended");
  track.say("ended");
  expect(lost).toHaveBeenCalledTimes(1);
});

test("reports a mute of five seconds as a loss, but not a shorter one", async () => {
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

test("reports a track that was already muted before listening started", async () => {
  track.muted = true;
  const { lost } = await watched();
  vi.advanceTimersByTime(5_000);
  expect(lost).toHaveBeenCalledTimes(1);
});

test("opens no camera while the page is hidden", async () => {
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

test("reports a track found dead when the page becomes visible again", async () => {
  const { lost } = await watched();
  track.readyState = "ended";
  document.dispatchEvent(new Event("visibilitychange"));
  expect(lost).toHaveBeenCalledTimes(1);
});

test("gives the recorder only streams of captures from this camera", async () => {
  const capture = await open();
  expect(streamOf(capture).getTracks()).toEqual([track]);
  expect(() => streamOf({ ...capture })).toThrow(TypeError);
});

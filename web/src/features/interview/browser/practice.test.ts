import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Capture } from "../model/ports.ts";
import { practise } from "./practice.ts";

vi.mock("./camera.ts", () => ({ streamOf: () => ({}) }));

class FakeRecorder extends EventTarget {
  static made: FakeRecorder[] = [];
  state = "inactive";
  mimeType = "video/webm";
  ondataavailable: (event: { data: Blob }) => void = () => {};
  constructor() {
    super();
    FakeRecorder.made.push(this);
  }
  start() {
    this.state = "recording";
  }
  stop() {
    this.state = "inactive";
    this.dispatchEvent(new Event("stop"));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeRecorder.made = [];
  vi.stubGlobal("MediaRecorder", FakeRecorder);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const capture = {} as Capture;
const recorder = () => FakeRecorder.made.at(-1) as FakeRecorder;

test("ends a practice answer after a minute and makes it playable", async () => {
  const practice = practise(capture);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(recorder().state).toBe("recording");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(recorder().state).toBe("inactive");
  expect(await practice.ended).toMatch(/^blob:/);
});

test("limits the memory used when the browser exceeds the requested bitrate", () => {
  practise(capture);
  const data = { size: 9_000_000 } as Blob;
  recorder().ondataavailable({ data });
  expect(recorder().state).toBe("recording");
  recorder().ondataavailable({ data });
  expect(recorder().state).toBe("inactive");
});

test("neither keeps nor plays a discarded recording", async () => {
  const practice = practise(capture);
  const played = vi.fn();
  void practice.ended.then(played);
  practice.forget();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(played).not.toHaveBeenCalled();
});

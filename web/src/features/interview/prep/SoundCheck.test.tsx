import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showAlone } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { FakeCapture } from "../testing/fakePorts.ts";
import { SoundCheck } from "./SoundCheck.tsx";

const sound = { getAudioTracks: () => ["microphone"] };
vi.mock("../browser/camera.ts", () => ({ streamOf: () => sound }));

class FakeRecorder extends EventTarget {
  static made: FakeRecorder[] = [];
  static isTypeSupported = (type: string) => type === "audio/mp4";
  state = "inactive";
  ondataavailable: (event: { data: Blob }) => void = () => {};
  constructor(
    readonly stream: { tracks: unknown },
    readonly options: object,
  ) {
    super();
    FakeRecorder.made.push(this);
  }
  start() {
    this.state = "recording";
  }
  stop() {
    this.state = "inactive";
    this.ondataavailable({ data: new Blob(["abc"]) });
    this.dispatchEvent(new Event("stop"));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeRecorder.made = [];
  vi.stubGlobal("MediaRecorder", FakeRecorder);
  vi.stubGlobal(
    "MediaStream",
    class {
      constructor(readonly tracks: unknown) {}
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const reply = { awaited: false, understood: "heard", language: "es", text: "Hoy cociné." } as const;
const WAITS = { ...reply, awaited: true, understood: "silent", language: null, text: "" } as const;
const tap = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Records for eight seconds; the server replies with `replies`, the last one again and again. */
async function check(...replies: (object | 500)[]) {
  let looks = 0;
  const calls = serve({
    "POST /api/sound-check": { status: 202, body: WAITS },
    "GET /api/sound-check": () => {
      const next = replies[Math.min(looks++, replies.length - 1)];
      return next === 500 ? { status: 500, body: {} } : { body: next };
    },
  });
  const shown = showAlone(<SoundCheck capture={new FakeCapture()} version="2026-11" host={null} />);
  tap("Check My Sound");
  await pass(8_100);
  return { calls, ...shown };
}

test("sends eight seconds of sound without the picture, and shows what was heard, in its language", async () => {
  const { calls } = await check(WAITS, reply);
  expect(FakeRecorder.made[0]).toMatchObject({ stream: { tracks: ["microphone"] }, options: { audioBitsPerSecond: 32_000, mimeType: "audio/mp4" } });
  expect(calls.find(({ key }) => key.startsWith("POST"))?.body).toEqual({ version: "2026-11", language: "en", sound: btoa("abc") });
  screen.getByText("We're writing down what we heard.");
  await pass(3_000);
  expect(screen.getByRole("status").textContent).toBe("We heard: “Hoy cociné.”");
  expect(screen.getByText("Hoy cociné.").lang).toBe("es");
  screen.getByRole("button", { name: "Check Again" });
});

test.each([
  ["silent", "We didn't hear anything. Your microphone may be muted: turn it on, or pick another one."],
  ["unclear", "We couldn't hear you well. Try a quieter place."],
] as const)("says what to do when the voice was %s", async (understood, says) => {
  await check({ ...reply, understood });
  await pass(2_000);
  screen.getByText(says);
});

test.each<[string, object | 500]>([
  ["fails", 500],
  ["takes longer than fifteen seconds", WAITS],
])("says nothing when the server %s", async (_case, answer) => {
  await check(answer);
  await pass(20_000);
  expect(screen.getByRole("status").textContent).toBe("");
  screen.getByRole("button", { name: "Check My Sound" });
});

test("sends nothing of a check that the person leaves", async () => {
  const calls = serve({});
  const { unmount } = render(<SoundCheck capture={new FakeCapture()} version="2026-11" host={null} />);
  tap("Check My Sound");
  unmount();
  await pass(10_000);
  expect(FakeRecorder.made[0]?.state).toBe("inactive");
  expect(calls).toEqual([]);
});

test.each([
  [null, /send it to our server\. A program there writes down.*within ten minutes/],
  ["ear.test", /to our server and on to ear\.test.*within ten minutes/],
])("says before where the sound goes: %s", (host, says) => {
  render(<SoundCheck capture={new FakeCapture()} version="2026-11" host={host} />);
  screen.getByText(says);
});

test("disappears where the browser cannot record", () => {
  vi.stubGlobal("MediaRecorder", undefined);
  render(<SoundCheck capture={new FakeCapture()} version="2026-11" host={null} />);
  tap("Check My Sound");
  expect(screen.queryByText("Can we hear you?")).toBeNull();
});

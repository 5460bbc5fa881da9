import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserListener, type Recognition, sharesMicrophone } from "./speechRecognition.ts";

class FakeRecognition implements Recognition {
  static readonly made: FakeRecognition[] = [];
  static starts = true;
  lang = "";
  continuous = false;
  interimResults = false;
  onstart: Recognition["onstart"] = null;
  onend: Recognition["onend"] = null;
  onerror: Recognition["onerror"] = null;
  onresult: Recognition["onresult"] = null;
  stopped = false;
  aborted = false;

  constructor() {
    FakeRecognition.made.push(this);
  }
  start = () => {
    if (FakeRecognition.starts) this.onstart?.();
  };
  stop = () => void (this.stopped = true);
  abort = () => void (this.aborted = true);
  /** The full list of results as the browser repeats it. It says that those from `resultIndex` on are new. */
  hear(resultIndex: number, ...results: [text: string, isFinal: boolean][]) {
    const event = { resultIndex, results: results.map(([transcript, isFinal]) => ({ isFinal, 0: { transcript } })) };
    this.onresult?.(event);
  }
}

const on = { words: vi.fn(), guess: vi.fn(), unavailable: vi.fn() };
let loudness = 0;
const last = () => FakeRecognition.made.at(-1) as FakeRecognition;
const listen = () => browserListener.listen(() => loudness, on);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  FakeRecognition.made.length = 0;
  FakeRecognition.starts = true;
  loudness = 0;
  vi.stubGlobal("SpeechRecognition", FakeRecognition);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("listens continuously in US English and separates final from interim results", () => {
  listen();
  expect(last()).toMatchObject({ lang: "en-US", continuous: true, interimResults: true });
  last().hear(0, ["I cook", false]);
  last().hear(0, ["I cooked", true], ["for two", false]);
  last().hear(1, ["I cooked", true], ["for two years", true]);
  expect(on.guess.mock.calls.flat()).toEqual(["I cook", "for two", ""]);
  expect(on.words.mock.calls.flat()).toEqual(["I cooked", "for two years"]);
});

type Heard = [resultIndex: number, ...results: [text: string, isFinal: boolean][]];
const FIRST = "I cooked for three years";
const SECOND = "at a diner";

test.each<[string, ...Heard[]]>([
  ["repeats all results in each event", [0, [FIRST, true]], [0, [FIRST, true], ["at", false]], [0, [FIRST, true], [SECOND, true]]],
  ["delivers each final result twice", [0, [FIRST, true]], [0, [FIRST, true]], [1, [FIRST, true], [SECOND, true]], [1, [FIRST, true], [SECOND, true]]],
  ["adds each final result twice", [0, [FIRST, true]], [1, [FIRST, true], [FIRST, true]], [2, [FIRST, true], [FIRST, true], [SECOND, true]]],
  ["begins each result with the one before", [0, [FIRST, true]], [1, [FIRST, true], [`${FIRST} ${SECOND}`, true]]],
  ["adds words to a final result", [0, [FIRST, true]], [0, [`${FIRST} ${SECOND}`, true]]],
  ["leaves out final results at times", [0, [FIRST, true]], [0, ["at", false]], [0, [FIRST, true], [SECOND, true]]],
  ["forgets results that were final", [0, [FIRST, true]], [0, [SECOND, true]]],
])("writes each phrase once where recognition %s", (_title, ...events) => {
  listen();
  for (const event of events) last().hear(...event);
  expect(on.words.mock.calls.flat().join(" ")).toBe(`${FIRST} ${SECOND}`);
});

test("a short word said twice is written twice", () => {
  listen();
  last().hear(0, ["Yes", true], ["yes", true]);
  last().hear(2, ["Yes", true], ["yes", true], ["yes I did", true]);
  expect(on.words.mock.calls.flat()).toEqual(["Yes yes", "yes I did"]);
});

test("a guess that never became final stays when recognition ends", () => {
  listen();
  last().hear(0, [FIRST, false]);
  last().onend?.();
  vi.advanceTimersByTime(250);
  last().hear(0, [SECOND, false]);
  last().onend?.();
  expect(on.words.mock.calls.flat()).toEqual([FIRST, SECOND]);
});

test("reports a browser without recognition", async () => {
  vi.stubGlobal("SpeechRecognition", undefined);
  listen();
  await vi.advanceTimersByTimeAsync(0);
  expect(on.unavailable).toHaveBeenCalledExactlyOnceWith("unsupported");
});

test.each([
  ["Mozilla/5.0 (Linux; Android 14; SM-A155F) Chrome/140.0 Mobile", true],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) Version/17.6 Mobile", true],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) Version/18.3 Mobile", true],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Version/18.4 Mobile", false],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0", false],
])("detects whether %s shares its microphone", (userAgent, shares) => {
  expect(sharesMicrophone(userAgent)).toBe(shares);
});

test.each(["network", "not-allowed", "service-not-allowed", "audio-capture", "language-not-supported"])("gives up immediately after %s", (error) => {
  listen();
  last().onerror?.({ error });
  expect(on.unavailable).toHaveBeenCalledExactlyOnceWith("failed");
  expect(last().aborted).toBe(true);
});

test("gives up when recognition does not start within three seconds", () => {
  FakeRecognition.starts = false;
  listen();
  vi.advanceTimersByTime(2_999);
  expect(on.unavailable).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(on.unavailable).toHaveBeenCalledExactlyOnceWith("no-start");
});

test("gives up after ten seconds of voice without a result, however long the silence before", () => {
  listen();
  vi.advanceTimersByTime(60_000);
  loudness = 0.8;
  vi.advanceTimersByTime(9_500);
  expect(on.unavailable).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(on.unavailable).toHaveBeenCalledExactlyOnceWith("no-words");
});

test("treats a pause as silence once there were results", () => {
  listen();
  last().hear(0, ["Hi", true]);
  loudness = 0.8;
  vi.advanceTimersByTime(120_000);
  expect(on.unavailable).not.toHaveBeenCalled();
});

test("restarts after the browser ended recognition", () => {
  listen();
  last().hear(0, ["One", true]);
  last().onend?.();
  vi.advanceTimersByTime(250);
  expect(FakeRecognition.made).toHaveLength(2);
  last().hear(0, ["two", true]);
  expect(on.words.mock.calls.flat()).toEqual(["One", "two"]);
});

test("treats an error without an end event as an end after one second", () => {
  listen();
  last().hear(0, ["One", true]);
  last().onerror?.({ error: "no-speech" });
  vi.advanceTimersByTime(1_250);
  expect(FakeRecognition.made).toHaveLength(2);
});

test("gives up after three failures in a row, with growing waits", () => {
  listen();
  for (const pause of [500, 1_000, 2_000]) {
    last().onend?.();
    expect(on.unavailable).not.toHaveBeenCalled();
    vi.advanceTimersByTime(pause);
  }
  expect(FakeRecognition.made).toHaveLength(4);
  last().onend?.();
  expect(on.unavailable).toHaveBeenCalledExactlyOnceWith("failed");
});

test("delivers final results after stop, and does not restart", () => {
  const listening = listen();
  listening.stop();
  expect(last().stopped).toBe(true);
  last().hear(0, ["the end", true]);
  last().onend?.();
  vi.advanceTimersByTime(60_000);
  expect(on.words).toHaveBeenCalledWith("the end");
  expect(FakeRecognition.made).toHaveLength(1);
  expect(on.unavailable).not.toHaveBeenCalled();
});

test("delivers nothing after abort", () => {
  const listening = listen();
  listening.abort();
  expect(last().aborted).toBe(true);
  expect(last().onresult).toBeNull();
});

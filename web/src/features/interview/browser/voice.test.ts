import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserSpeaker, splitSentences } from "./voice.ts";

interface Utterance {
  text: string;
  voice: { name: string };
  rate: number;
  onstart: (() => void) | null;
  onend: (() => void) | null;
  onerror: (() => void) | null;
}

class FakeSynthesis extends EventTarget {
  voices = [
    { name: "Anna", lang: "de-DE" },
    { name: "Daniel", lang: "en-GB" },
    { name: "Karen", lang: "en-AU" },
  ];
  readonly spoken: Utterance[] = [];
  cancels = 0;
  getVoices = () => this.voices;
  speak = (utterance: Utterance) => void this.spoken.push(utterance);
  cancel = () => void (this.cancels += 1);
  last = () => this.spoken.at(-1) as Utterance;
}

let synthesis: FakeSynthesis;
let sentences: string[];
let cancel: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  synthesis = new FakeSynthesis();
  sentences = [];
  cancel = new AbortController();
  vi.stubGlobal("speechSynthesis", synthesis);
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    class {
      constructor(readonly text: string) {}
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const flush = () => vi.advanceTimersByTimeAsync(0);

async function say(text: string) {
  const outcome = browserSpeaker.say(text, (sentence) => sentences.push(sentence), cancel.signal, "normal");
  await flush();
  return outcome;
}

/** Starts to speak a text without awaiting its end. */
async function begin(text: string) {
  const over = { outcome: browserSpeaker.say(text, (sentence) => sentences.push(sentence), cancel.signal, "normal") };
  await flush();
  return over;
}

test("splits a text into sentences", () => {
  expect(splitSentences("Hi, Maya. Ready for $20.50 an hour?!  Let's go\non! No stop")).toEqual([
    "Hi, Maya.",
    "Ready for $20.50 an hour?!",
    "Let's go\non!",
    "No stop",
  ]);
});

test("speaks one sentence after the other, slowly, in a preferred voice", async () => {
  const { outcome } = await begin("One. Two.");
  expect(sentences).toEqual(["One."]);
  expect(synthesis.last()).toMatchObject({ text: "One.", voice: { name: "Karen" }, rate: 0.85, pitch: 1, volume: 0.9 });
  synthesis.last().onend?.();
  await flush();
  expect(sentences).toEqual(["One.", "Two."]);
  synthesis.last().onend?.();
  expect(await outcome).toBe("spoken");
});

test("shows the whole text at once in a browser without speech", async () => {
  vi.stubGlobal("speechSynthesis", undefined);
  expect(await say("One. Two.")).toBe("unsupported");
  expect(sentences.at(-1)).toBe("One. Two.");
});

test("waits at most two seconds for voices", async () => {
  synthesis.voices = [];
  const { outcome } = await begin("One. Two.");
  await vi.advanceTimersByTimeAsync(1_999);
  expect(sentences).toEqual(["One."]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe("no-voices");
  expect(sentences.at(-1)).toBe("One. Two.");
});

test("uses voices that load late", async () => {
  synthesis.voices = [];
  await begin("One.");
  synthesis.voices = [{ name: "Daniel", lang: "en-GB" }];
  synthesis.dispatchEvent(new Event("voiceschanged"));
  await flush();
  expect(synthesis.last().voice.name).toBe("Daniel");
});

test("gives up a voice that does not start within three seconds", async () => {
  const { outcome } = await begin("One. Two.");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await outcome).toBe("no-start");
  expect(synthesis.cancels).toBe(1);
  expect(sentences.at(-1)).toBe("One. Two.");
});

test("gives up a voice that does not report its end, by the length of the sentence", async () => {
  const { outcome } = await begin("x".repeat(100));
  synthesis.last().onstart?.();
  await vi.advanceTimersByTimeAsync(15_999);
  const settled = vi.fn();
  void outcome.then(settled);
  await flush();
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe("no-end");
});

test("reports a voice that fails", async () => {
  const { outcome } = await begin("One.");
  synthesis.last().onerror?.();
  expect(await outcome).toBe("failed");
});

test("stops mid-word on request", async () => {
  const { outcome } = await begin("One. Two.");
  synthesis.last().onstart?.();
  cancel.abort();
  expect(await outcome).toBe("stopped");
  expect(synthesis.cancels).toBe(1);
  expect(sentences).toEqual(["One."]);
});

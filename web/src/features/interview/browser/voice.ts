import { m } from "#/messages.gen/messages.js";
import type { VoiceUnavailable, Speaker } from "../model/ports.ts";
import { unlockVoice } from "./consent.ts";

/** Slow enough to follow in a second language. */
const RATE = 0.85;
const SLOW_RATE = 0.65;
const PITCH = 1;
const VOLUME = 0.9;
/** Preferred voices, best first; any voice in the page's language is better than none. */
const PREFERRED = ["Samantha", "Karen", "Microsoft Zira", "Google US English", "Alex"];
const PREFERRED_SPANISH = ["Paulina", "Microsoft Sabina", "Google español de Estados Unidos", "Google español", "Mónica"];

/** Timeouts: browsers load voices late, start late, and do not always report the end. */
const VOICES_WAIT = 2_000;
const START_WAIT = 3_000;
const MIN_SPEECH = 4_000;
const PER_CHARACTER = 110;
const END_WAIT = 5_000;
/** Upper bound on reading speed: listening speed. */
const READING_PER_CHARACTER = 60;

type Outcome = "spoken" | VoiceUnavailable;

/** Speaks with the browser's voice. The screen always shows the text, too, so nothing depends on the voice. */
export const browserSpeaker: Speaker = {
  unlock: unlockVoice,

  async say(text, onSentence, signal, wanted) {
    if (wanted === "off") return toBeRead(text, onSentence, signal);
    const [first = "", ...others] = splitSentences(text);
    const sentences = [first, ...others];
    // Show the text without waiting for the voice.
    onSentence(first);
    const voice = await findVoice(signal);
    for (const [index, sentence] of sentences.entries()) {
      if (signal.aborted) return "stopped";
      if (index > 0) onSentence(sentence);
      const outcome = typeof voice === "string" ? voice : await utter(sentence, voice, signal, wanted === "slow" ? SLOW_RATE : RATE);
      if (outcome === "spoken") continue;
      // The rest is not spoken: it must be readable at once.
      if (outcome !== "stopped") onSentence(sentences.slice(index).join(" "));
      return outcome;
    }
    return "spoken";
  },
};

/** Shows a text for as long as it takes to read it. */
async function toBeRead(text: string, onSentence: (text: string) => void, signal: AbortSignal): Promise<Outcome> {
  onSentence(text);
  await firstEvent(new EventTarget(), "never", READING_PER_CHARACTER * text.length, signal);
  return "stopped";
}

/** Some voices cut off long texts after 15 seconds. */
export function splitSentences(text: string): string[] {
  return text.match(/\S.*?(?:[.!?]+(?=\s|$)|$)/gs) ?? [];
}

async function findVoice(signal: AbortSignal): Promise<SpeechSynthesisVoice | VoiceUnavailable> {
  const synthesis = globalThis.speechSynthesis as SpeechSynthesis | undefined;
  if (!synthesis) return "unsupported";
  if (synthesis.getVoices().length === 0) await firstEvent(synthesis, "voiceschanged", VOICES_WAIT, signal);
  if (signal.aborted) return "stopped";
  const locale = m.ui_locale();
  const voices = synthesis.getVoices().filter(({ lang }) => lang.startsWith(locale.slice(0, 2)));
  const liked = [...PREFERRED, ...PREFERRED_SPANISH].map((name) => voices.find((voice) => voice.name.startsWith(name)));
  const local = voices.find(({ lang }) => lang.replace("_", "-") === locale);
  return liked.find(Boolean) ?? local ?? voices[0] ?? "no-voices";
}

function firstEvent(target: EventTarget, name: string, wait: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, wait);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    target.addEventListener(name, done, { once: true });
    signal.addEventListener("abort", done, { once: true });
  });
}

/** Browsers garbage-collect an utterance without a reference, and with it its events. */
let current: SpeechSynthesisUtterance | null = null;

function utter(sentence: string, voice: SpeechSynthesisVoice, signal: AbortSignal, rate: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(sentence);
    Object.assign(utterance, { voice, lang: m.ui_locale(), rate, pitch: PITCH, volume: VOLUME });
    const settle = (outcome: Outcome) => {
      clearTimeout(watchdog);
      signal.removeEventListener("abort", stop);
      utterance.onstart = utterance.onend = utterance.onerror = null;
      if (current === utterance) current = null;
      if (outcome !== "spoken") speechSynthesis.cancel();
      resolve(outcome);
    };
    const stop = () => settle("stopped");
    let watchdog = setTimeout(settle, START_WAIT, "no-start");
    utterance.onstart = () => {
      clearTimeout(watchdog);
      const longest = Math.max(MIN_SPEECH, PER_CHARACTER * sentence.length) + END_WAIT;
      watchdog = setTimeout(settle, longest, "no-end");
    };
    utterance.onend = () => settle("spoken");
    utterance.onerror = () => settle("failed");
    signal.addEventListener("abort", stop, { once: true });
    current = utterance;
    speechSynthesis.speak(utterance);
  });
}

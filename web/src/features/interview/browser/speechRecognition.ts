import { m } from "#/messages.gen/messages.js";
import type { SpeechUnavailable, Listener, ListenerEvents, Listening } from "../model/ports.ts";

const START_WAIT = 3_000;
/** Wait for the end event, which does not always follow an error. */
const END_WAIT = 1_000;
const FIRST_PAUSE = 250;
const MAX_FAILURES = 3;
/** Voice for this long without any result means that recognition does not work here. */
const VOICED_WAIT = 10_000;
const LOOK_EVERY = 500;
/** Loudness above which sound counts as voice. */
const VOICE = 0.35;
/** A result that begins with as many words as this of the one before repeats it. People repeat fewer. */
const REPEATED_WORDS = 3;

/** Permanent errors: a retry would fail the same way. */
const FINAL_ERRORS = new Set(["network", "not-allowed", "service-not-allowed", "audio-capture", "language-not-supported"]);

/** The part of the browser's SpeechRecognition that we use; TypeScript's library does not declare it. */
export interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onstart: (() => void) | null;
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onresult: ((event: RecognitionResults) => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

interface RecognitionResults {
  results: ArrayLike<{ isFinal: boolean; 0: { transcript: string } }>;
}

type RecognitionClass = new () => Recognition;

export const browserListener: Listener = {
  listen(loudness, on) {
    const found = findRecognition();
    if (typeof found === "string") {
      queueMicrotask(() => on.unavailable(found));
      return { stop: () => {}, abort: () => {} };
    }
    return new BrowserListening(found, loudness, on);
  },
};

function findRecognition(): RecognitionClass | SpeechUnavailable {
  const browser = globalThis as { SpeechRecognition?: RecognitionClass; webkitSpeechRecognition?: RecognitionClass };
  const Recognition = browser.SpeechRecognition ?? browser.webkitSpeechRecognition;
  if (!Recognition) return "unsupported";
  return sharesMicrophone(navigator.userAgent) ? "shared-microphone" : Recognition;
}

/**
 * Whether recognition would take the microphone from the recorder: on Android, and on iOS before 18.4. A page cannot
 * detect this at runtime, because the losing side records silence without an error.
 */
export function sharesMicrophone(userAgent: string): boolean {
  const ios = /(?:iPhone|iPad|iPod).* OS (\d+)_(\d+)/.exec(userAgent);
  if (ios) return Number(ios[1]) + Number(ios[2]) / 100 < 18.04;
  return userAgent.includes("Android");
}

/** The part of a final result that is new: `last` is what it was in the last event, `before` the result before it. */
function newWords(text: string, last: string | undefined, before = ""): string {
  if (last !== undefined) return withoutStart(text, last);
  return before.split(/\s+/).length >= REPEATED_WORDS ? withoutStart(text, before) : text;
}

function withoutStart(text: string, start: string): string {
  return `${text} `.startsWith(`${start} `) ? text.slice(start.length).trim() : text;
}

/** Trusts results only: some browsers claim to support recognition and then fail or stay silent. */
class BrowserListening implements Listening {
  readonly #Recognition: RecognitionClass;
  readonly #loudness: () => number;
  readonly #on: ListenerEvents;
  #recognition: Recognition | undefined;
  #open = true;
  #failures = 0;
  #voiced = 0;
  #heard = false;
  /** The final results that this recognition has delivered. */
  #finals: readonly string[] = [];
  #guess = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #watch: ReturnType<typeof setInterval>;

  constructor(Recognition: RecognitionClass, loudness: () => number, on: ListenerEvents) {
    this.#Recognition = Recognition;
    this.#loudness = loudness;
    this.#on = on;
    this.#watch = setInterval(() => this.#look(), LOOK_EVERY);
    this.#start();
  }

  stop(): void {
    this.#close();
    this.#recognition?.stop();
  }

  abort(): void {
    this.#close();
    this.#drop();
  }

  #start(): void {
    const recognition = new this.#Recognition();
    this.#recognition = recognition;
    Object.assign(recognition, { lang: m.ui_locale(), continuous: true, interimResults: true });
    recognition.onstart = () => clearTimeout(this.#timer);
    recognition.onresult = (event) => this.#read(event);
    recognition.onerror = ({ error }) => this.#fail(error);
    recognition.onend = () => this.#restart();
    this.#timer = setTimeout(() => this.#giveUp("no-start"), START_WAIT);
    try {
      recognition.start();
    } catch {
      // Another recognition of this page has not ended yet.
      this.#restart();
    }
  }

  /**
   * Takes the results as a whole: not every browser says truthfully which of them are new. Some repeat all of them in each
   * event, some deliver each final one twice, or begin each with the words of the one before.
   */
  #read({ results }: RecognitionResults): void {
    this.#heard = true;
    this.#failures = 0;
    const all = Array.from(results, ({ isFinal, 0: { transcript } }) => ({ isFinal, text: transcript.trim() }));
    const finals = all.filter(({ isFinal }) => isFinal).map(({ text }) => text);
    const words = finals
      .map((text, at) => newWords(text, this.#finals[at], finals[at - 1]))
      .filter(Boolean)
      .join(" ");
    this.#finals = [...finals, ...this.#finals.slice(finals.length)];
    if (words) this.#on.words(words);
    this.#tellGuess(
      all
        .filter(({ isFinal }) => !isFinal)
        .map(({ text }) => text)
        .join(" "),
    );
  }

  #tellGuess(guess: string): void {
    this.#guess = guess;
    this.#on.guess(guess);
  }

  #fail(error: string): void {
    if (!this.#open) return;
    if (FINAL_ERRORS.has(error)) return this.#giveUp("failed");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#restart(), END_WAIT);
  }

  /**
   * Silence ends a recognition; the next one starts while the answer is open. What was only a guess until then is better
   * than a missing phrase.
   */
  #restart(): void {
    if (!this.#open) return;
    if (this.#guess) this.#on.words(this.#guess);
    this.#finals = [];
    this.#guess = "";
    this.#drop();
    if (!this.#heard || this.#failures > 0) this.#failures += 1;
    if (this.#failures > MAX_FAILURES) return this.#giveUp("failed");
    this.#timer = setTimeout(() => this.#start(), FIRST_PAUSE * 2 ** this.#failures);
  }

  /** Distinguishes a silent person from a browser whose recognition does not work. */
  #look(): void {
    if (this.#heard || this.#loudness() < VOICE) return;
    this.#voiced += LOOK_EVERY;
    if (this.#voiced >= VOICED_WAIT) this.#giveUp("no-words");
  }

  #giveUp(reason: SpeechUnavailable): void {
    this.abort();
    this.#on.unavailable(reason);
  }

  #close(): void {
    this.#open = false;
    clearInterval(this.#watch);
    clearTimeout(this.#timer);
  }

  #drop(): void {
    clearTimeout(this.#timer);
    const recognition = this.#recognition;
    if (!recognition) return;
    recognition.onstart = recognition.onend = recognition.onerror = recognition.onresult = null;
    this.#recognition = undefined;
    recognition.abort();
  }
}

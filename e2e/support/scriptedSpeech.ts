import type { BrowserContext } from "@playwright/test";

/**
 * Puts scripted stand-ins for recognition and synthesis of speech into every page of `context`: no engine for either
 * runs here. The recogniser hears the next of `utterances` each time it is started, first as a guess and then for
 * good; the voice says every text in no time. What this shows is how the product treats them, and nothing more.
 */
export async function scriptSpeech(context: BrowserContext, utterances: string[]): Promise<void> {
  await context.addInitScript((script) => {
    const left = [...script];

    class ScriptedRecognition {
      onstart: (() => void) | null = null;
      onend: (() => void) | null = null;
      onerror: (() => void) | null = null;
      onresult: ((event: object) => void) | null = null;
      #timers: ReturnType<typeof setTimeout>[] = [];

      start(): void {
        const words = left.shift() ?? "";
        const tell = (transcript: string, isFinal: boolean) =>
          this.onresult?.({ resultIndex: 0, results: [{ isFinal, length: 1, 0: { transcript, confidence: 0.9 } }] });
        this.#later(50, () => this.onstart?.());
        this.#later(300, () => tell(words.slice(0, words.length / 2), false));
        this.#later(900, () => tell(words, true));
      }

      stop(): void {
        this.#later(100, () => this.onend?.());
      }

      abort(): void {
        for (const timer of this.#timers) clearTimeout(timer);
      }

      #later(wait: number, act: () => void): void {
        this.#timers.push(setTimeout(act, wait));
      }
    }

    class ScriptedUtterance {
      onstart: (() => void) | null = null;
      onend: (() => void) | null = null;
      constructor(readonly text: string) {}
    }

    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () => [{ name: "Samantha", lang: "en-US", default: true, localService: true, voiceURI: "scripted" }],
      speak(utterance: ScriptedUtterance) {
        setTimeout(() => {
          utterance.onstart?.();
          setTimeout(() => utterance.onend?.(), 50);
        }, 50);
      },
      cancel() {},
    });

    const replace = (name: string, value: unknown) =>
      Object.defineProperty(globalThis, name, { value, configurable: true });
    replace("SpeechRecognition", ScriptedRecognition);
    replace("webkitSpeechRecognition", ScriptedRecognition);
    replace("SpeechSynthesisUtterance", ScriptedUtterance);
    replace("speechSynthesis", synthesis);
  }, utterances);
}

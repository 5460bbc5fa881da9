import type { BrowserContext } from "@playwright/test";

/**
 * Replaces speech recognition and synthesis with scripted fakes in every page of `context`, because no engine is available.
 * Each start of the recognizer returns the next of `utterances`, first as interim and then as final result; synthesis ends
 * immediately.
 */
export async function scriptSpeech(context: BrowserContext, utterances: string[]): Promise<void> {
  await context.addInitScript((script) => {
    const remaining = [...script];

    class ScriptedRecognition {
      onstart: (() => void) | null = null;
      onend: (() => void) | null = null;
      onerror: (() => void) | null = null;
      onresult: ((event: object) => void) | null = null;
      #timers: ReturnType<typeof setTimeout>[] = [];

      start(): void {
        const text = remaining.shift() ?? "";
        const emit = (transcript: string, isFinal: boolean) =>
          this.onresult?.({
            resultIndex: 0,
            results: [{ isFinal, length: 1, 0: { transcript, confidence: 0.9 } }],
          });
        this.#later(50, () => this.onstart?.());
        this.#later(300, () => emit(text.slice(0, text.length / 2), false));
        this.#later(900, () => emit(text, true));
      }

      stop(): void {
        this.#later(100, () => this.onend?.());
      }

      abort(): void {
        for (const timer of this.#timers) clearTimeout(timer);
      }

      #later(delay: number, callback: () => void): void {
        this.#timers.push(setTimeout(callback, delay));
      }
    }

    class ScriptedUtterance {
      onstart: (() => void) | null = null;
      onend: (() => void) | null = null;
      constructor(readonly text: string) {}
    }

    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () => [
        {
          name: "Samantha",
          lang: "en-US",
          default: true,
          localService: true,
          voiceURI: "scripted",
        },
      ],
      speak(utterance: ScriptedUtterance) {
        setTimeout(() => {
          utterance.onstart?.();
          setTimeout(() => utterance.onend?.(), 50);
        }, 50);
      },
      cancel() {},
    });

    const replace = (name: string, value: unknown) => Object.defineProperty(globalThis, name, { value, configurable: true });
    replace("SpeechRecognition", ScriptedRecognition);
    replace("webkitSpeechRecognition", ScriptedRecognition);
    replace("SpeechSynthesisUtterance", ScriptedUtterance);
    replace("speechSynthesis", synthesis);
  }, utterances);
}

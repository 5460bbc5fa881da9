import type { BrowserContext } from "@playwright/test";

/** A script that replaces the imitations below: the inputs of `bench/cases` have one for each. */
const SCRIPT = process.env.CASE_INPUT;

/** Imitates a browser that cannot name the computer's time zone: it says "Etc/Unknown", and refuses that name itself. */
export async function forgetZone(context: BrowserContext): Promise<void> {
  if (SCRIPT) {
    await context.addInitScript({ path: SCRIPT });
    return;
  }
  await context.addInitScript(() => {
    const Real = Intl.DateTimeFormat;
    const Forgetful = new Proxy(Real, {
      construct(target, [locales, options]: [string | undefined, Intl.DateTimeFormatOptions | undefined]) {
        if (options?.timeZone === "Etc/Unknown") throw new RangeError("Invalid time zone specified: Etc/Unknown");
        const format = new target(locales, options);
        const resolved = format.resolvedOptions.bind(format);
        if (!options?.timeZone)
          format.resolvedOptions = () => ({
            ...resolved(),
            timeZone: "Etc/Unknown",
          });
        return format;
      },
      apply: (target, _this, [locales, options]: [string | undefined, Intl.DateTimeFormatOptions | undefined]) => new target(locales, options),
    });
    Object.defineProperty(Intl, "DateTimeFormat", {
      value: Forgetful,
      configurable: true,
      writable: true,
    });
  });
}

/** How a phone's recognizer differs from the standard: its events repeat all results, or each final one comes twice. */
export type Repeats = "accumulate" | "twice";

/** Replaces speech recognition with one that hears `phrases`, and repeats itself. */
export async function repeatSpeech(context: BrowserContext, repeats: Repeats, phrases: string[]): Promise<void> {
  await context.addInitScript((mode) => Object.assign(globalThis, { __speechMode: mode }), repeats);
  if (SCRIPT) {
    await context.addInitScript({ path: SCRIPT });
    return;
  }
  await context.addInitScript(
    ({ mode, words }) => {
      const result = (transcript: string, isFinal: boolean) => ({
        isFinal,
        length: 1,
        0: { transcript, confidence: 0.9 },
      });

      class RepeatingRecognition {
        onstart: (() => void) | null = null;
        onend: (() => void) | null = null;
        onresult: ((event: object) => void) | null = null;
        #timers: ReturnType<typeof setTimeout>[] = [];
        #heard: object[] = [];

        start(): void {
          this.#later(50, () => this.onstart?.());
          for (const [at, phrase] of words.entries()) this.#say(400 + at * 1200, at, phrase);
        }

        stop(): void {
          setTimeout(() => this.onend?.(), 100);
        }

        abort(): void {
          for (const timer of this.#timers) clearTimeout(timer);
        }

        #say(delay: number, at: number, phrase: string): void {
          const first = mode === "accumulate" ? 0 : at;
          this.#later(delay, () => this.#emit(first, [...this.#heard, result(phrase.slice(0, phrase.length / 2), false)]));
          this.#later(delay + 500, () => this.#emit(first, (this.#heard = [...this.#heard, result(phrase, true)])));
          if (mode === "twice") this.#later(delay + 560, () => this.#emit(first, this.#heard));
        }

        #emit(resultIndex: number, results: object[]): void {
          this.onresult?.({ resultIndex, results });
        }

        #later(delay: number, callback: () => void): void {
          this.#timers.push(setTimeout(callback, delay));
        }
      }

      for (const name of ["SpeechRecognition", "webkitSpeechRecognition"])
        Object.defineProperty(globalThis, name, {
          value: RepeatingRecognition,
          configurable: true,
          writable: true,
        });
    },
    { mode: repeats, words: phrases },
  );
}

/** The content of the box: the person's own text, or the demo being typed while that text is kept separately. */
export type Composer = { kind: "own"; text: string } | { kind: "demo"; text: string; typed: number };

export const EMPTY: Composer = { kind: "own", text: "" };

/** `begin` happens once, when this browser's data is known; what was written before is kept. */
export type ComposerAction =
  { type: "begin"; composer: Composer } | { type: "tick"; sample: string } | { type: "stop" } | { type: "restart" } | { type: "write"; text: string };

/** Each tick of 50 ms types one character of the demo. */
export const TICK_MS = 50;
/** The shortcut hint appears after one second of typing. */
const HINT_AFTER_TICKS = 1000 / TICK_MS;

/** Before `begin`, the content is null, and shown as an empty box. */
export function composerReducer(begun: Composer | null, action: ComposerAction): Composer {
  const composer = begun ?? EMPTY;
  switch (action.type) {
    case "begin":
      return begun ?? action.composer;
    case "tick":
      return composer.kind === "demo" ? typeOn(composer, action.sample) : composer;
    case "stop":
      return { kind: "own", text: composer.text };
    case "restart":
      return { kind: "demo", text: composer.text, typed: 0 };
    case "write":
      return { kind: "own", text: action.text };
    default:
      return action satisfies never;
  }
}

function typeOn(demo: Composer & { kind: "demo" }, sample: string): Composer {
  const typed = demo.typed + 1;
  return typed > sample.length ? { kind: "own", text: demo.text } : { ...demo, typed };
}

/** Returns the text to submit: the person's own, trimmed; null if there is none. */
export function wishOf(composer: Composer): string | null {
  return composer.kind === "own" ? composer.text.trim() || null : null;
}

export function showsHint(composer: Composer): boolean {
  return composer.kind === "demo" && composer.typed >= HINT_AFTER_TICKS;
}

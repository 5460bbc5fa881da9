/** What the box shows: the person's own words, or the example being typed while those are kept aside. */
export type Composer = { kind: "own"; text: string } | { kind: "demo"; text: string; typed: number };

export type ComposerAction =
  { type: "tick"; sample: string } | { type: "stop" } | { type: "restart" } | { type: "write"; text: string };

/** One character of the example appears at each tick of 50 ms. */
export const TICK_MS = 50;
/** The hint about shortcuts comes after one second of typing. */
const HINT_AFTER_TICKS = 1000 / TICK_MS;

export function composerReducer(composer: Composer, action: ComposerAction): Composer {
  switch (action.type) {
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

/** What can be sent: somebody's own words, trimmed; null while there are none. */
export function wishOf(composer: Composer): string | null {
  return composer.kind === "own" ? composer.text.trim() || null : null;
}

export function showsHint(composer: Composer): boolean {
  return composer.kind === "demo" && composer.typed >= HINT_AFTER_TICKS;
}

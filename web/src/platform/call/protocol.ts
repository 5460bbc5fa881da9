/** What screens need of a live call, whoever carries it. Each adapter stands in a file of its own. */

export type CallState = "loading" | "loaded" | "joining" | "joined" | "left" | "error";

/** Where a call is, and what opens it. */
export interface CallAddress {
  roomUrl: string;
  token: string;
}

/** One side of a live call. */
export interface Call {
  /** Every state since the call was last joined, the present one last. */
  readonly states: () => readonly CallState[];
  /** What the other side shows; null while it shows nothing. */
  readonly picture: () => MediaStream | null;
  /** Calls back after every change of the states or the picture. */
  readonly subscribe: (onChange: () => void) => () => void;
  /** Goes in, anew after an end. */
  readonly join: () => void;
  /** Shows a picture with sound to the others from now on, or nothing. Others hear of it without joining anew. */
  readonly show: (stream: MediaStream | null) => void;
  /** Goes out and lets everything go. */
  readonly leave: () => void;
}

/** What adapters keep and tell of their call. */
export interface CallStore {
  readonly states: Call["states"];
  readonly picture: Call["picture"];
  readonly subscribe: Call["subscribe"];
  begin(...states: CallState[]): void;
  enter(state: CallState): void;
  see(picture: MediaStream | null): void;
}

export function createCallStore(): CallStore {
  let states: readonly CallState[] = ["loading"];
  let picture: MediaStream | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    states: () => states,
    picture: () => picture,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    begin(...first) {
      states = first;
      tell();
    },
    enter(state) {
      if (states.at(-1) === state) return;
      states = [...states, state];
      tell();
    },
    see(next) {
      picture = next;
      tell();
    },
  };
}

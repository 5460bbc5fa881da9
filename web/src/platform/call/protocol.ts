/** The interface of a live call, independent of the provider. Each adapter has its own file. */

export type CallState = "loading" | "loaded" | "joining" | "joined" | "left" | "error";

/** The address of a call and the token that opens it. */
export interface CallAddress {
  roomUrl: string;
  token: string;
}

/** One side of a live call. */
export interface Call {
  /** All states since the call was last joined; the current one is last. */
  readonly states: () => readonly CallState[];
  /** The other side's stream; null if it sends none. */
  readonly picture: () => MediaStream | null;
  /** Calls back after every change of the states or the stream. */
  readonly subscribe: (onChange: () => void) => () => void;
  /** Joins, or rejoins after the end. */
  readonly join: () => void;
  /** Sends a stream with sound to the others, or nothing for null. Takes effect without rejoining. */
  readonly show: (stream: MediaStream | null) => void;
  /** Leaves and releases everything. */
  readonly leave: () => void;
}

/** The state that adapters keep for their call. */
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

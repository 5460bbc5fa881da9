import { createStore } from "#/platform/store.ts";

/** Duration of a simulated join, in ms. */
export const JOIN_MS = 2000;

export type CallState = "loading" | "loaded" | "joining" | "joined" | "left" | "error";

/** A video call without participants, which passes through the states of a real one. */
export interface SimulatedCall {
  /** All states since the call was last joined; the current one is last. */
  readonly states: () => readonly CallState[];
  readonly subscribe: (onChange: () => void) => () => void;
  /** Joins, or rejoins after the end. */
  readonly join: () => void;
  readonly leave: () => void;
  /** Fails the call, like a lost connection. */
  readonly fail: () => void;
}

/** A call to `address`. Without a room or token, joining fails. */
export function simulatedCall(address: { roomUrl: string; token: string }): SimulatedCall {
  const states = createStore<readonly CallState[]>(["loading"]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  function set(...next: CallState[]): void {
    clearTimeout(timer);
    states.set(next);
  }
  const enter = (state: CallState) => {
    if (states.get().at(-1) !== state) set(...states.get(), state);
  };
  return {
    states: states.get,
    subscribe: states.subscribe,
    join() {
      if (!address.roomUrl || !address.token) return set("loading", "loaded", "error");
      set("loading", "loaded", "joining");
      timer = setTimeout(() => enter("joined"), JOIN_MS);
    },
    leave: () => enter("left"),
    fail: () => enter("error"),
  };
}

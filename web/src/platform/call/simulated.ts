import { type Call, type CallAddress, createCallStore } from "./protocol.ts";

/** Duration of a simulated join, in ms. */
export const JOIN_MS = 2000;

/** A call without participants: it passes through the states of a real one, so that a screen can be tested alone. */
export interface SimulatedCall extends Call {
  /** Fails the call, like a lost connection. */
  readonly fail: () => void;
}

/** A call to `address`. Without a room or token, joining fails. */
export function simulatedCall(address: CallAddress): SimulatedCall {
  const { begin, enter, states, picture, subscribe } = createCallStore();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (state: "left" | "error") => {
    clearTimeout(timer);
    enter(state);
  };
  return {
    states,
    picture,
    subscribe,
    join() {
      clearTimeout(timer);
      if (!address.roomUrl || !address.token) return begin("loading", "loaded", "error");
      begin("loading", "loaded", "joining");
      timer = setTimeout(() => enter("joined"), JOIN_MS);
    },
    show() {},
    leave: () => end("left"),
    fail: () => end("error"),
  };
}

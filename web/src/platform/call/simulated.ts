import { type Call, type CallAddress, createCallStore } from "./protocol.ts";

/** How long a simulated join takes, in ms. */
export const JOIN_MS = 2000;

/** A call that nobody is in: it goes through the states of a real one, so that a screen can be tried alone. */
export interface SimulatedCall extends Call {
  /** Breaks the call, as a lost connection would. */
  readonly fail: () => void;
}

/** A call to `address`. One without room or token fails when it is joined. */
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

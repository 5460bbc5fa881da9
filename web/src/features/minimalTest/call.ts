/** A video call that nobody is in: it goes through the states of a real one, so that a screen can be tried alone. */

export type CallState = "loading" | "loaded" | "joining" | "joined" | "left" | "error";

export interface CallAddress {
  roomUrl: string;
  token: string;
}

/** How long a simulated join takes, in ms. */
export const JOIN_MS = 2000;

export interface SimulatedCall {
  /** Every state since the call was connected, the present one last. */
  states: () => readonly CallState[];
  subscribe: (onChange: () => void) => () => void;
  /** Begins anew: loads at once, joins two seconds later. Returns the way to stop it. */
  connect: () => () => void;
  leave: () => void;
  /** Breaks the call, as a lost connection would. */
  fail: () => void;
}

/** A call to `address`. One without room or token fails when it is joined. */
export function simulateCall(address: CallAddress): SimulatedCall {
  let states: readonly CallState[] = ["loading"];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function show(next: readonly CallState[]): void {
    clearTimeout(timer);
    states = next;
    for (const listener of listeners) listener();
  }

  return {
    states: () => states,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    connect() {
      if (!address.roomUrl || !address.token) {
        show(["loading", "loaded", "error"]);
      } else {
        show(["loading", "loaded", "joining"]);
        timer = setTimeout(() => show([...states, "joined"]), JOIN_MS);
      }
      return () => clearTimeout(timer);
    },
    leave: () => show([...states, "left"]),
    fail: () => show([...states, "error"]),
  };
}

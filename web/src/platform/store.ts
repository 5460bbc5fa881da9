import { useSyncExternalStore } from "react";

/** A value outside React that screens can watch. */
export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  /** Returns a function that ends the subscription. */
  readonly subscribe: (onChange: () => void) => () => void;
}

export function createStore<Value>(value: Value): Store<Value> {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** The current value; `inPrerender` is what prerendered pages show. */
export function useStore<Value>({ subscribe, get }: Store<Value>, inPrerender: () => NoInfer<Value> = get): Value {
  return useSyncExternalStore(subscribe, get, inPrerender);
}

/** A question to the person, such as for the password. A newer one refuses the older one, and so does the end of the session. */
export interface Prompt {
  settle: (accepted: boolean) => void;
}

/** A store with the question that waits, and a function that asks and resolves to what the person chose. */
export function createPrompts(): { waiting: Store<Prompt | null>; ask: () => Promise<boolean> } {
  const waiting = createStore<Prompt | null>(null);
  const refuse = () => waiting.get()?.settle(false);
  forgetWithPerson(refuse);
  const ask = () =>
    new Promise<boolean>((resolve) => {
      refuse();
      waiting.set({
        settle: (accepted) => {
          waiting.set(null);
          resolve(accepted);
        },
      });
    });
  return { waiting, ask };
}

/** Stores in memory that belong to the signed-in person, such as decisions that can still be undone. */
const resets = new Set<() => void>();

/** Registers a store: `reset` empties it when another person signs in or the session ends. */
export function forgetWithPerson(reset: () => void): void {
  resets.add(reset);
}

/** Empties all registered stores. */
export function forgetPerson(): void {
  for (const reset of resets) reset();
}

import { forgetWithPerson } from "#/platform/personal.ts";
import { useSyncExternalStore } from "react";

/** A sign-out that waits until this browser has checked for unsent answers. */
export interface SignOutRequest {
  settle: (ready: boolean) => void;
}

let current: SignOutRequest | null = null;
const listeners = new Set<() => void>();

function set(next: SignOutRequest | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Resolves to whether to sign out: not if the person has unsent answers and wants to keep them. */
export function readyToSignOut(): Promise<boolean> {
  return new Promise((resolve) => {
    current?.settle(false);
    set({
      settle: (ready) => {
        set(null);
        resolve(ready);
      },
    });
  });
}

forgetWithPerson(() => current?.settle(false));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The currently waiting sign-out, or null. */
export function useSignOutRequest(): SignOutRequest | null {
  return useSyncExternalStore(subscribe, () => current, () => null);
}

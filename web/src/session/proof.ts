import { useSyncExternalStore } from "react";
import { forgetWithPerson } from "#/platform/personal.ts";
import { ApiError } from "#/api/errors.ts";

/** A change that waits for the person to confirm their password. */
export interface ProofRequest {
  /** `given`: whether the server accepted the password. */
  settle: (given: boolean) => void;
}

let current: ProofRequest | null = null;
const listeners = new Set<() => void>();

function set(next: ProofRequest | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Sends a request that may require a recently confirmed password: if so, asks for it and repeats the request. */
export async function withProof<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "proof_required") || !(await ask())) throw error;
    return call();
  }
}

function ask(): Promise<boolean> {
  return new Promise((resolve) => {
    current?.settle(false);
    set({
      settle: (given) => {
        set(null);
        resolve(given);
      },
    });
  });
}

forgetWithPerson(() => current?.settle(false));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The currently waiting change, or null. */
export function useProofRequest(): ProofRequest | null {
  return useSyncExternalStore(subscribe, () => current, () => null);
}

import { ApiError } from "#/api/errors.ts";
import { createPrompts, type Prompt, useStore } from "#/platform/store.ts";

const { waiting, ask } = createPrompts();

/** Sends a request that may require a recently confirmed password: if so, asks for it and repeats the request. */
export async function withProof<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "proof_required") || !(await ask())) throw error;
    return call();
  }
}

/** The change that waits for the person to confirm their password, or null. */
export function useProofRequest(): Prompt | null {
  return useStore(waiting);
}

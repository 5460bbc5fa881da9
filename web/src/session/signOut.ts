import { createPrompts, type Prompt, useStore } from "#/platform/store.ts";

const { waiting, ask } = createPrompts();

/** Resolves to whether to sign out: not if the person has unsent answers and wants to keep them. */
export const readyToSignOut = ask;

/** The sign-out that waits until this browser has checked for unsent answers, or null. */
export function useSignOutRequest(): Prompt | null {
  return useStore(waiting);
}

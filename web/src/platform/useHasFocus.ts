import { useSyncExternalStore } from "react";

/** Whether the user is in this window: it is visible, and no other window has the keyboard. */
export function useHasFocus(): boolean {
  return useSyncExternalStore(watchFocus, () => document.hasFocus());
}

function watchFocus(changed: () => void): () => void {
  addEventListener("focus", changed);
  addEventListener("blur", changed);
  return () => {
    removeEventListener("focus", changed);
    removeEventListener("blur", changed);
  };
}

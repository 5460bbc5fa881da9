import { useSyncExternalStore } from "react";

export type ToastMessage = { title: string; description?: string | undefined; tone?: "plain" | "good" | "danger" };
export type ToastState = ToastMessage & { id: number; open: boolean; raisedAt: number };

/**
 * A toast younger than this when the page changes was raised by the action that changed it: "Welcome back!", then the
 * next page.
 */
const SAME_ACTION_MS = 1000;

let current: ToastState | null = null;
const listeners = new Set<() => void>();

function set(next: ToastState): void {
  current = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a message for five seconds, or until the page changes. One at a time: a new one replaces the old. Use it for
 * success messages and information that requires no action; an error is shown where it happened (`Banner`, `Field`), a
 * toast may only repeat it.
 */
export function toast(message: ToastMessage): void {
  set({ ...message, id: (current?.id ?? 0) + 1, open: true, raisedAt: Date.now() });
}

/** Closes the toast with this ID, if it is still the current one. */
export function dismissToast(id: number): void {
  if (current?.id === id) set({ ...current, open: false });
}

/** Closes the toast of the page being left. */
export function endToastOfPage(): void {
  if (current?.open && Date.now() - current.raisedAt > SAME_ACTION_MS) dismissToast(current.id);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The latest toast, open or just closed; null before the first one. */
export function useToast(): ToastState | null {
  return useSyncExternalStore(subscribe, () => current, () => null);
}

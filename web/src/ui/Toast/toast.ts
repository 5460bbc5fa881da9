import { createStore, useStore } from "#/platform/store.ts";

export type ToastMessage = { title: string; description?: string | undefined; tone?: "plain" | "good" | "danger" };
export type ToastState = ToastMessage & { id: number; open: boolean; raisedAt: number };

/**
 * A toast younger than this when the page changes was raised by the action that changed it: "Welcome back!", then the
 * next page.
 */
const SAME_ACTION_MS = 1000;

const latest = createStore<ToastState | null>(null);

/**
 * Shows a message for five seconds, or until the page changes. One at a time: a new one replaces the old. Use it for
 * success messages and information that requires no action; an error is shown where it happened (`Banner`, `Field`), a
 * toast may only repeat it.
 */
export function toast(message: ToastMessage): void {
  latest.set({ ...message, id: (latest.get()?.id ?? 0) + 1, open: true, raisedAt: Date.now() });
}

/** Closes the current toast; with an ID, only if it is still this one. */
export function dismissToast(id?: number): void {
  const current = latest.get();
  if (current && current.id === (id ?? current.id)) latest.set({ ...current, open: false });
}

/** Closes the toast of the page being left. */
export function endToastOfPage(): void {
  const current = latest.get();
  if (current?.open && Date.now() - current.raisedAt > SAME_ACTION_MS) dismissToast();
}

/** The latest toast, open or just closed; null before the first one. */
export function useToast(): ToastState | null {
  return useStore(latest, () => null);
}

import { useSyncExternalStore } from "react";

export type ToastMessage = { title: string; description?: string | undefined; tone?: "plain" | "good" | "danger" };
export type ToastState = ToastMessage & { id: number; open: boolean };

let current: ToastState | null = null;
const listeners = new Set<() => void>();

function set(next: ToastState): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Says something for five seconds. One at a time: a new one takes the place of the old. */
export function toast(message: ToastMessage): void {
  set({ ...message, id: (current?.id ?? 0) + 1, open: true });
}

/** Closes the toast with this id, if it is still the one that shows. */
export function dismissToast(id: number): void {
  if (current?.id === id) set({ ...current, open: false });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The newest toast, open or just closed; null before the first one. */
export function useToast(): ToastState | null {
  return useSyncExternalStore(subscribe, () => current, () => null);
}

import { vi } from "vitest";

/** Repeats `check` until it no longer throws, for as long as a busy machine may need. Returns its result. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 10_000 });

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserPresence } from "./presence.ts";

/** Fake Web Locks for one name: first come, first served; `steal` evicts the holder. */
function fakeLocks(): Pick<LockManager, "request"> {
  let holder: { lose: (reason: unknown) => void } | undefined;
  const waiting: (() => void)[] = [];
  const request = (_name: string, { steal = false, signal }: LockOptions, work: () => Promise<unknown>) =>
    new Promise((resolve, reject) => {
      const begin = () => {
        const me = (holder = { lose: reject });
        void work().then((value) => {
          if (holder === me) holder = undefined;
          resolve(value);
          waiting.shift()?.();
        });
      };
      if (steal) holder?.lose(new DOMException("stolen", "AbortError"));
      if (steal || !holder) return begin();
      waiting.push(begin);
      signal?.addEventListener("abort", () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(signal.reason as Error);
      });
    });
  return { request: request as LockManager["request"] };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { locks: fakeLocks() });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function enter(takeOver = false) {
  const elsewhere = vi.fn();
  const leave = browserPresence.claim("1", takeOver, elsewhere);
  return { elsewhere, leave };
}

test("notifies the second tab and lets the first continue", async () => {
  const first = enter();
  const second = enter();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(first.elsewhere).not.toHaveBeenCalled();
  expect(second.elsewhere).toHaveBeenCalledTimes(1);
});

test("lets the tab that takes over continue and notifies the other", async () => {
  const first = enter();
  const second = enter(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(first.elsewhere).toHaveBeenCalledTimes(1);
  expect(second.elsewhere).not.toHaveBeenCalled();
});

test("finds the interview free when the page returns at once", async () => {
  const first = enter();
  await vi.advanceTimersByTimeAsync(0);
  first.leave();
  const again = enter();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(first.elsewhere).not.toHaveBeenCalled();
  expect(again.elsewhere).not.toHaveBeenCalled();
});

test("finds the interview free after a reload of three seconds", async () => {
  const first = enter();
  const again = enter();
  await vi.advanceTimersByTimeAsync(3_000);
  first.leave();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(again.elsewhere).not.toHaveBeenCalled();
});

test("allows every tab in a browser without locks", async () => {
  vi.stubGlobal("navigator", {});
  const { elsewhere, leave } = enter();
  await vi.advanceTimersByTimeAsync(1_000);
  leave();
  expect(elsewhere).not.toHaveBeenCalled();
});

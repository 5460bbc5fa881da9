import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserPresence } from "./presence.ts";

/** Web Locks for one name: first come, first served; `steal` throws the holder out. */
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

test("the second tab is told, the first goes on", async () => {
  const first = enter();
  const second = enter();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(first.elsewhere).not.toHaveBeenCalled();
  expect(second.elsewhere).toHaveBeenCalledTimes(1);
});

test("the tab that takes over goes on, the other is told", async () => {
  const first = enter();
  const second = enter(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(first.elsewhere).toHaveBeenCalledTimes(1);
  expect(second.elsewhere).not.toHaveBeenCalled();
});

test("whoever comes back at once finds the interview free", async () => {
  const first = enter();
  await vi.advanceTimersByTimeAsync(0);
  first.leave();
  const again = enter();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(first.elsewhere).not.toHaveBeenCalled();
  expect(again.elsewhere).not.toHaveBeenCalled();
});

test("a reload that takes three seconds finds the interview free", async () => {
  const first = enter();
  const again = enter();
  await vi.advanceTimersByTimeAsync(3_000);
  first.leave();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(again.elsewhere).not.toHaveBeenCalled();
});

test("a browser without locks lets everybody in", async () => {
  vi.stubGlobal("navigator", {});
  const { elsewhere, leave } = enter();
  await vi.advanceTimersByTimeAsync(1_000);
  leave();
  expect(elsewhere).not.toHaveBeenCalled();
});

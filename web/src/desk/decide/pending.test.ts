import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
  vi.resetModules();
});

const MADE = { id: "rosa", firstName: "Rosa", title: "Line Cook", location: "Astoria", pending: { action: "decline", by: null, mine: true, dueAt: "" } };

/** What the tab has in memory is gone, what it stores stays. */
async function load() {
  vi.resetModules();
  const { renderHook } = await import("@testing-library/react");
  const pending = await import("./pending.ts");
  return { ...pending, shown: () => renderHook(() => pending.usePendingDecisions()).result.current.map(({ id }) => id) };
}

it("keeps a decision that can be undone for its member when the page is loaded again, until its time is over", async () => {
  vi.useFakeTimers();
  const first = await load();
  first.storePendingOf("member:maria");
  first.addPending(MADE);
  vi.advanceTimersByTime(20_000);
  const again = await load();
  again.storePendingOf("member:maria");
  expect(again.shown()).toEqual(["rosa"]);
  const other = await load();
  other.storePendingOf("member:devin");
  expect(other.shown()).toEqual([]);
  vi.advanceTimersByTime(10_001);
  const late = await load();
  late.storePendingOf("member:maria");
  expect(late.shown()).toEqual([]);
});

import { focusManager, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { profileQuery } from "#/session/user.ts";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";
import { createQueryClient } from "./queryClient.ts";

const YEAR_MS = 365 * 24 * 3600_000;
const MINUTE_MS = 60_000;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});

/** Mounts and unmounts a component that shows the result of `queryFn`. Returns what it rendered. */
async function show(cache: ReturnType<typeof createQueryClient>, queryFn: () => Promise<string>) {
  const screen = new QueryObserver(cache, { queryKey: ["thing"], queryFn, gcTime: Infinity });
  const leave = screen.subscribe(() => {});
  onTestFinished(leave);
  await vi.advanceTimersByTimeAsync(0);
  return { screen, leave };
}

it("requests once, whatever the outcome", async () => {
  const ask = vi.fn().mockRejectedValue(new Error("500: "));
  const { screen } = await show(createQueryClient(), ask);
  await vi.advanceTimersByTimeAsync(YEAR_MS);
  expect(ask).toHaveBeenCalledOnce();
  expect(screen.getCurrentResult().status).toBe("error");
});

it("keeps its data: nothing becomes stale, and neither another mount nor window focus refetches", async () => {
  const cache = createQueryClient();
  const ask = vi.fn().mockResolvedValue("known");
  const { leave } = await show(cache, ask);
  leave();
  await vi.advanceTimersByTimeAsync(YEAR_MS);
  const { screen } = await show(cache, ask);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(YEAR_MS);
  expect(ask).toHaveBeenCalledOnce();
  expect(screen.getCurrentResult()).toMatchObject({ data: "known", isStale: false });
});

it("keeps the user record for five minutes, and then refetches", async () => {
  const calls = serve({ "GET /api/user/profile": { body: { user: someUser() } } });
  const cache = createQueryClient();
  const open = () => cache.fetchQuery(profileQuery);
  await open();
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1);
  await open();
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await open();
  expect(calls).toHaveLength(2);
});

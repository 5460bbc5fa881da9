import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serve } from "#/testing/server.ts";
import { followNotifications, NOTIFICATIONS_MS } from "./notifications.queries.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = () => vi.advanceTimersByTimeAsync(NOTIFICATIONS_MS);

it("reloads interviews and bookings once for a new notification, until it is stopped", async () => {
  let notices = [{ id: "1" }];
  const calls = serve({ "GET /api/notices": () => ({ body: { notices } }) });
  const cache = new QueryClient();
  const reloaded = vi.spyOn(cache, "invalidateQueries");
  const stop = followNotifications(cache);
  await wait();
  expect(reloaded).not.toHaveBeenCalled();
  notices = [{ id: "2" }, ...notices];
  await wait();
  await wait();
  expect(reloaded.mock.calls).toEqual([[{ queryKey: ["interviews"] }], [{ queryKey: ["applications"] }], [{ queryKey: ["schedule", "bookings"] }]]);
  stop();
  const asked = calls.length;
  await wait();
  expect(calls).toHaveLength(asked);
});

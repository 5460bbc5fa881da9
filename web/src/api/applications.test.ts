import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { serve } from "#/testing/server.ts";
import { act, applicationQuery, markMessagesRead } from "./applications.queries.ts";
import { markNotificationsSeen, notificationsQuery } from "./notifications.queries.ts";

/** A reply that is held back until `send` is called. */
function late(body: unknown) {
  let resolve: (reply: { body: unknown }) => void = () => undefined;
  const promise = new Promise<{ body: unknown }>((done) => {
    resolve = done;
  });
  return { promise, send: () => resolve({ body }) };
}

const ONE = "GET /api/applications/a1";
const withdraw = { kind: "withdraw", id: "a1", version: 1 } as const;

it("keeps an application withdrawn when an earlier request for it is answered late", async () => {
  const old = late({ id: "a1", stage: "in_review", version: 1 });
  const gets = vi
    .fn()
    .mockReturnValueOnce({ body: { id: "a1", stage: "in_review", version: 1 } })
    .mockReturnValue(old.promise);
  serve({ [ONE]: gets, "POST /api/applications/a1/withdraw": { body: { id: "a1", stage: "withdrawn", version: 2 } } });
  const cache = new QueryClient();
  const page = new QueryObserver(cache, applicationQuery("a1"));
  const close = page.subscribe(() => undefined);
  await vi.waitFor(() => expect(page.getCurrentResult().data?.stage).toBe("in_review"));
  void page.refetch();
  await vi.waitFor(() => expect(gets).toHaveBeenCalledTimes(2));
  await new MutationObserver(cache, act).mutate(withdraw);
  old.send();
  await old.promise;
  await vi.waitFor(() => expect(page.getCurrentResult().isFetching).toBe(false));
  expect(page.getCurrentResult().data?.stage).toBe("withdrawn");
  close();
});

it("keeps an application withdrawn when the reply to an earlier change comes after it", async () => {
  const read = late({ id: "a1", stage: "in_review", version: 1 });
  serve({
    "PUT /api/applications/a1/messages/read": () => read.promise,
    "POST /api/applications/a1/withdraw": { body: { id: "a1", stage: "withdrawn", version: 2 } },
  });
  const cache = new QueryClient();
  const reading = new MutationObserver(cache, markMessagesRead).mutate("a1");
  await new MutationObserver(cache, act).mutate(withdraw);
  read.send();
  await reading;
  expect(cache.getQueryData(applicationQuery("a1").queryKey)?.stage).toBe("withdrawn");
});

it("keeps notifications seen when an earlier request for them is answered late", async () => {
  const unseen = { notices: [{ id: "n1", seen: false }] };
  const old = late(unseen);
  serve({ "GET /api/notices": () => old.promise, "POST /api/notices/seen": { body: {} } });
  const cache = new QueryClient();
  cache.setQueryData(notificationsQuery.queryKey, unseen.notices as never);
  const asked = cache.fetchQuery(notificationsQuery).catch(() => undefined);
  await new MutationObserver(cache, markNotificationsSeen).mutate();
  old.send();
  await asked;
  expect(cache.getQueryData(notificationsQuery.queryKey)?.map((one) => one.seen)).toEqual([true]);
});

/** What others do shows on every open page of the desk: within ten seconds, and at once when the tab is seen again. */

import { InfiniteQueryObserver, QueryObserver } from "@tanstack/react-query";
import { expect, it, onTestFinished, vi } from "vitest";
import { createCache } from "./cache.ts";
import { calendarQuery } from "./deskCalendar.queries.ts";
import { unsentQuery } from "./deskDecide.queries.ts";
import { deskJobsQuery } from "./deskJobs.queries.ts";
import { deskListQuery } from "./deskList.queries.ts";
import { jobQuestionsQuery, messagesQuery, threadsQuery, unreadQuery } from "./deskMessages.queries.ts";
import { notesQuery, personQuery, queueQuery, sharedQuery } from "./deskPerson.queries.ts";

const PAGES = [queueQuery, threadsQuery, deskJobsQuery()];
const ONE = [
  deskListQuery({}, null),
  personQuery("one"),
  sharedQuery("key"),
  notesQuery("one"),
  messagesQuery("one"),
  unreadQuery,
  jobQuestionsQuery,
  calendarQuery("2026-03-01", "2026-03-08"),
  unsentQuery,
];

it.each([...PAGES, ...ONE].map((query) => [query.queryKey.slice(1, 3).join(" "), query]))("follows: %s", async (_name, query) => {
  vi.useFakeTimers();
  const calls: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    calls.push(request.url);
    return new Response(JSON.stringify({ threads: 0, rows: [], questions: [], unsent: [] }));
  });
  const cache = createCache(() => undefined);
  cache.mount();
  const observer = (PAGES as unknown[]).includes(query)
    ? new InfiniteQueryObserver(cache, query as typeof queueQuery)
    : new QueryObserver(cache, query as unknown as typeof unreadQuery);
  const leave = observer.subscribe(() => undefined);
  onTestFinished(() => {
    leave();
    cache.unmount();
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls).toHaveLength(2);
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveLength(3);
});

// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { acknowledge, answer, chunk, empty, forgetUploads, INTERVIEW, oneChunk, openQueue, prepareUploads, reached, Server } from "../testing/uploads.ts";
import { eventually } from "#/testing/eventually.ts";

beforeEach(prepareUploads);
afterEach(forgetUploads);

test("retries with growing waits while the server is unavailable", async () => {
  const server = new Server();
  const waits: number[] = [];
  let tries = 0;
  server.answer = (_, init) => {
    tries += 1;
    if (tries === 3) return new Response(null, { status: 503 });
    return tries < 8 ? Promise.reject(new TypeError("offline")) : acknowledge(init);
  };
  const sleep = (ms: number) => {
    waits.push(ms);
    return new Promise<void>((resolve) => setImmediate(resolve));
  };
  const queue = openQueue(server, { sleep, random: () => 1 });
  await queue.keepAnswer(INTERVIEW, answer());
  await reached(queue, empty);
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
});

test("tries again within seconds however long there was no reply at all", async () => {
  const server = new Server();
  const waits: number[] = [];
  let tries = 0;
  server.answer = (_, init) => (++tries < 12 ? Promise.reject(new TypeError("refused")) : acknowledge(init));
  const sleep = (ms: number) => {
    waits.push(ms);
    return new Promise<void>((resolve) => setImmediate(resolve));
  };
  const queue = openQueue(server, { sleep, random: () => 1 });
  await queue.keepChunk(chunk(0));
  await queue.keepAnswer(INTERVIEW, answer());
  await reached(queue, empty);
  expect(waits.length).toBeGreaterThan(5);
  expect(Math.max(...waits)).toBe(8000);
});

test("waits for a new sign-in, not for a timer, while signed out", async () => {
  const server = new Server();
  server.answer = () => Response.json({ code: "not_signed_in", message: "Please sign in." }, { status: 401 });
  const sleep = vi.fn(() => Promise.resolve());
  const queue = openQueue(server, { sleep });
  await queue.keepAnswer(INTERVIEW, answer());
  const changed = vi.fn();
  queue.watchSession(changed);
  await eventually(() => expect(queue.isSignedOut()).toBe(true));
  server.answer = (_, init) => acknowledge(init);
  queue.retry();
  await reached(queue, empty);
  expect([queue.isSignedOut(), changed.mock.calls.length]).toEqual([false, 2]);
  expect(sleep).not.toHaveBeenCalled();
});

test("a lost connection says nothing about the session; a retry after the sign-in takes it as renewed", async () => {
  const server = new Server();
  let asleep = () => {};
  const sleeping = new Promise<void>((resolve) => (asleep = resolve));
  const queue = openQueue(server, { sleep: () => (asleep(), new Promise(() => {})) });
  const changed = vi.fn();
  queue.watchSession(changed);
  server.answer = () => Response.json({ code: "not_signed_in", message: "Please sign in." }, { status: 401 });
  await queue.keepAnswer(INTERVIEW, answer());
  await eventually(() => expect(queue.isSignedOut()).toBe(true));
  server.answer = () => Promise.reject(new TypeError("offline"));
  await queue.keepChunk(chunk(0));
  await sleeping;
  expect([queue.isSignedOut(), changed.mock.calls.length]).toEqual([true, 1]);
  queue.retry();
  expect([queue.isSignedOut(), changed.mock.calls.length]).toEqual([false, 2]);
});

test("retry ends a wait", async () => {
  const server = new Server();
  let online = false;
  server.answer = (_, init) => (online ? acknowledge(init) : Promise.reject(new TypeError("offline")));
  let asleep = () => {};
  const sleeping = new Promise<void>((resolve) => {
    asleep = resolve;
  });
  const queue = openQueue(server, { sleep: () => (asleep(), new Promise(() => {})) });
  await queue.keepAnswer(INTERVIEW, answer());
  await sleeping;
  online = true;
  queue.retry();
  await reached(queue, empty);
});

test.each([409, 413, 422])("skips a chunk that is rejected with %i and continues", async (status) => {
  const server = new Server();
  server.answer = (path, init) => (path.endsWith("/chunks/0") ? Response.json({}, { status }) : acknowledge(init));
  const queue = openQueue(server);
  await queue.keepChunk(chunk(0));
  await queue.keepChunk(chunk(0, 2));
  await queue.keepChunk(chunk(1));
  await queue.keepAnswer(INTERVIEW, answer(2));
  await reached(queue, empty);
  await eventually(() => expect(server.log).toContain("201 take 1/segments/0/chunks/1"));
  await eventually(() => expect(server.log.filter((line) => line.startsWith(String(status)))).toHaveLength(2));
});

const POISONED: [number, "forbidden" | "server" | "rejected"][] = [
  [403, "forbidden"],
  [401, "forbidden"], // Not in our words: a filter's.
  [500, "server"],
  [409, "rejected"],
  [413, "rejected"],
];

test.each(POISONED)("an answer whose recording always gets %i holds up no other, is kept, and says why: %s", async (status, problem) => {
  const server = new Server();
  let broken = true;
  server.answer = (path, init) => (broken && path.includes("takes/1/") ? Response.json({}, { status }) : acknowledge(init));
  const queue = openQueue(server);
  await queue.keepChunk(chunk(0));
  await queue.keepChunk(chunk(1));
  await queue.keepAnswer(INTERVIEW, answer(1, { number: 1, segments: [{ segment: 0, count: 2, mimeType: "video/webm" }] }));
  await queue.keepChunk(chunk(0, 2));
  await queue.keepAnswer(INTERVIEW, answer(2, { ...oneChunk, number: 2 }));
  const [upload, ...others] = await reached(queue, (uploads) => uploads.length === 1 && uploads[0]?.recording === "refused");
  expect([upload, others]).toMatchObject([{ order: 1, words: "sent", recording: "refused", problem }, []]);
  expect(await queue.hasUnsent()).toBe(true);
  broken = false;
  queue.retry();
  await reached(queue, empty);
  expect(await queue.hasUnsent()).toBe(false);
});

const SILENT: [string, () => Response | Promise<Response>][] = [
  ["a broken connection", () => Promise.reject(new TypeError("reset"))],
  ["the page of a filter", () => new Response("<html>Blocked</html>")],
  ["503 with Retry-After", () => new Response(null, { status: 503, headers: { "retry-after": "1" } })],
  ["429", () => new Response(null, { status: 429, headers: { "retry-after": "1" } })],
];

test.each(SILENT)("an answer whose recording always gets %s holds up no other, and is kept", async (_name, reply) => {
  const server = new Server();
  let broken = true;
  server.answer = (path, init) => (broken && path.includes("takes/1/") ? reply() : acknowledge(init));
  const queue = openQueue(server);
  await queue.keepChunk(chunk(0));
  await queue.keepAnswer(INTERVIEW, answer(1, oneChunk));
  await queue.keepChunk(chunk(0, 2));
  await queue.keepAnswer(INTERVIEW, answer(2, { ...oneChunk, number: 2 }));
  const [upload, ...others] = await reached(queue, (uploads) => uploads.length === 1 && uploads[0]?.recording === "refused");
  expect([upload, others]).toMatchObject([{ order: 1, words: "sent", recording: "refused", problem: "server" }, []]);
  broken = false;
  queue.retry();
  await reached(queue, empty);
  expect(await queue.hasUnsent()).toBe(false);
});

test.each(SILENT)("while everything gets %s, nothing is set aside", async (_name, reply) => {
  const server = new Server();
  let tries = 0;
  server.answer = (_path, init) => (tries++ < 60 ? reply() : acknowledge(init));
  const queue = openQueue(server);
  const problems: unknown[] = [];
  queue.watch(INTERVIEW, (uploads) => problems.push(...uploads.map(({ problem }) => problem).filter(Boolean)));
  await queue.keepChunk(chunk(0));
  await queue.keepAnswer(INTERVIEW, answer(1, oneChunk));
  await queue.keepAnswer(INTERVIEW, answer(2));
  await reached(queue, empty);
  expect(problems).toEqual([]);
});

test.each([...POISONED, [404, "rejected"] as const])(
  "an answer whose text always gets %i holds up no other, is kept, and says why: %s",
  async (status, problem) => {
    const server = new Server();
    let broken = true;
    const isFirst = (init: RequestInit) => typeof init.body === "string" && init.body.includes('"responseOrder":1');
    server.answer = (_path, init) => (broken && isFirst(init) ? Response.json({}, { status }) : acknowledge(init));
    const queue = openQueue(server);
    await queue.keepAnswer(INTERVIEW, answer(1));
    await queue.keepAnswer(INTERVIEW, answer(2));
    const [upload] = await reached(queue, (uploads) => uploads.length === 1 && uploads[0]?.words === "refused");
    expect(upload).toMatchObject({ order: 1, words: "refused", problem });
    await queue.keepAnswer(INTERVIEW, answer(3));
    await reached(queue, (uploads) => uploads.length === 1);
    broken = false;
    queue.retry();
    await reached(queue, empty);
  },
);

test("an outage is not counted against an item whose server has no space left afterwards", async () => {
  const server = new Server();
  let [silent, refused, refusedUntilAside] = [0, 0, 0];
  let broken = true;
  server.answer = (path, init) => {
    if (!broken) return acknowledge(init);
    if (silent < 20 || !path.includes("takes/1/")) {
      silent += 1;
      return Promise.reject(new TypeError("offline"));
    }
    refused += 1;
    return new Response(null, { status: 507 });
  };
  const queue = openQueue(server);
  queue.watch(INTERVIEW, (uploads) => {
    if (uploads.some(({ problem }) => problem)) refusedUntilAside ||= refused;
  });
  await queue.keepChunk(chunk(0));
  await queue.keepAnswer(INTERVIEW, answer(1, oneChunk));
  await eventually(() => expect(refusedUntilAside).toBeGreaterThan(0));
  expect(refusedUntilAside).toBeGreaterThanOrEqual(8);
  broken = false;
  queue.retry();
  await reached(queue, empty);
});

test("a full disk says nothing about a recording, also if its text got through", async () => {
  const server = new Server();
  let tries = 0;
  server.answer = (path, init) => (path.includes("takes/1/") && ++tries < 30 ? Response.json({ code: "storage_full" }, { status: 507 }) : acknowledge(init));
  const queue = openQueue(server);
  const problems = new Set<unknown>();
  queue.watch(INTERVIEW, (uploads) => uploads.forEach(({ problem }) => problems.add(problem)));
  await queue.keepChunk(chunk(0));
  await queue.keepAnswer(INTERVIEW, answer(1, oneChunk));
  await reached(queue, empty);
  expect([...problems]).toEqual([undefined]);
});

test("a server that recovers gets what was set aside without being asked", async () => {
  const server = new Server();
  let tries = 0;
  server.answer = (_path, init) => ((tries += 1) <= 12 ? new Response(null, { status: 500 }) : acknowledge(init));
  const queue = openQueue(server);
  await queue.keepAnswer(INTERVIEW, answer());
  await reached(queue, ([first]) => first?.words === "refused");
  await reached(queue, empty);
  expect(tries).toBe(13);
});

test("names the person it sends for", async () => {
  const server = new Server();
  const people = new Set<string | null>();
  server.answer = (_path, init) => {
    people.add(new Headers(init.headers).get("x-signed-in-as"));
    return acknowledge(init);
  };
  const queue = openQueue(server);
  await queue.keepChunk(chunk(0));
  await queue.keepAnswer(INTERVIEW, answer(1, oneChunk));
  await reached(queue, empty);
  expect([...people]).toEqual(["maya"]);
});

test("keeps and reports a rejected answer, and retries it on the next visit", async () => {
  const server = new Server();
  server.answer = () => Response.json({ code: "response_conflict" }, { status: 409 });
  const queue = openQueue(server);
  await queue.keepAnswer(INTERVIEW, answer());
  const [upload] = await reached(queue, ([first]) => first?.words === "refused");
  expect(upload?.order).toBe(1);
  queue.close();
  const kind = new Server();
  await reached(openQueue(kind), empty);
  expect(kind.log).toEqual([`201 /api/interviews/${INTERVIEW}/responses`]);
});

test.each([
  ["a page that is no receipt", () => new Response("<h1>Welcome to our wifi</h1>")],
  ["a receipt for something else", () => Response.json({ response: { responseOrder: 7 } })],
])("does not treat %s as a confirmation", async (_, answered) => {
  const server = new Server();
  let tries = 0;
  server.answer = (_path, init) => ((tries += 1) < 3 ? answered() : acknowledge(init));
  const queue = openQueue(server);
  await queue.keepAnswer(INTERVIEW, answer());
  await reached(queue, empty);
  expect(tries).toBe(3);
});

test("restarts stuck requests when back online", async () => {
  const listeners = new Map<string, () => void>();
  vi.stubGlobal("addEventListener", (name: string, listener: () => void) => listeners.set(name, listener));
  const server = new Server();
  let tries = 0;
  server.answer = (_, init) => {
    if ((tries += 1) > 1) return acknowledge(init);
    return new Promise((_resolve, reject) => init.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
  };
  const queue = openQueue(server);
  await queue.keepAnswer(INTERVIEW, answer());
  await eventually(() => expect(tries).toBe(1));
  listeners.get("online")?.();
  await reached(queue, empty);
});

test("takes the lock from a suspended tab, but not from one that becomes active", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const server = new Server();
  const request = (_name: string, { signal, steal }: LockOptions, work: () => Promise<void>) =>
    steal ? work() : new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError"))));
  const queue = openQueue(server, { locks: { request: request as LockManager["request"] } });
  await queue.keepAnswer(INTERVIEW, answer());
  await reached(queue, (uploads) => uploads.length === 1);
  await vi.advanceTimersByTimeAsync(40_000);
  const other = new BroadcastChannel("dayshift-uploads");
  const again = new Promise<void>((resolve) => {
    let calls = 0;
    queue.watch(INTERVIEW, () => (calls += 1) > 1 && resolve());
  });
  other.postMessage(null);
  await again;
  await vi.advanceTimersByTimeAsync(40_000);
  expect(server.log).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  other.close();
  await reached(queue, empty);
  expect(server.log).toHaveLength(1);
});

test("resends a corrupted chunk; corrupted again, it does not block the others", async () => {
  const server = new Server();
  const damaged = Response.json({ code: "checksum_mismatch", message: "" }, { status: 422 });
  let tries = 0;
  server.answer = (_, init) => {
    tries += 1;
    return tries === 1 || tries > 2 ? damaged.clone() : acknowledge(init);
  };
  const queue = openQueue(server);
  await queue.keepChunk(chunk(0));
  await eventually(() => expect(server.log).toHaveLength(2));
  await queue.keepChunk(chunk(1));
  await eventually(() => expect(server.log).toHaveLength(4));
  server.answer = (_, init) => acknowledge(init);
  await queue.keepChunk(chunk(2));
  await eventually(() => expect(server.log).toHaveLength(5));
  expect(server.log.map((line) => line.slice(0, 3))).toEqual(["422", "201", "422", "422", "201"]);
});

test.each([
  ["429", { "retry-after": "30" }, 30_000],
  ["503", { "retry-after": "2" }, 2_000],
  ["503", { "retry-after": "86400" }, 300_000],
  ["503", { "retry-after": "soon" }, 0],
])("retries a %s with %o once, not before the requested time, and loses nothing", async (status, headers, least) => {
  const server = new Server();
  const waits: number[] = [];
  let tries = 0;
  server.answer = (_, init) => ((tries += 1) === 1 ? new Response(null, { status: Number(status), headers }) : acknowledge(init));
  const sleep = (ms: number) => {
    waits.push(ms);
    return new Promise<void>((resolve) => setImmediate(resolve));
  };
  const queue = openQueue(server, { sleep, random: () => 0 });
  await queue.keepChunk(chunk(0));
  await queue.keepChunk(chunk(1));
  await eventually(() => expect(server.log).toHaveLength(3));
  expect(server.log.map((line) => line.slice(0, 3))).toEqual([status, "201", "201"]);
  expect(waits).toEqual([least + 125]);
});

test("honors a Retry-After date", async () => {
  const server = new Server();
  const waits: number[] = [];
  const date = new Date(Date.now() + 60_000).toUTCString();
  server.answer = (_, init) => (waits.length === 0 ? new Response(null, { status: 503, headers: { "retry-after": date } }) : acknowledge(init));
  const sleep = (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  };
  const queue = openQueue(server, { sleep });
  await queue.keepAnswer(INTERVIEW, answer());
  await reached(queue, empty);
  expect(waits[0]).toBeGreaterThan(50_000);
});

test("a new chunk does not shorten the wait that the server requested", async () => {
  const server = new Server();
  let tries = 0;
  server.answer = () => ((tries += 1), new Response(null, { status: 429, headers: { "retry-after": "60" } }));
  const queue = openQueue(server, { sleep: () => new Promise(() => {}) });
  await queue.keepChunk(chunk(0));
  await eventually(() => expect(tries).toBe(1));
  await queue.keepChunk(chunk(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(tries).toBe(1);
});

test("aborts and resends a response whose body stalls", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const server = new Server();
  let tries = 0;
  server.answer = (_, init) => ((tries += 1) === 1 ? new Response(new ReadableStream()) : acknowledge(init));
  const queue = openQueue(server);
  await queue.keepAnswer(INTERVIEW, answer());
  await eventually(() => expect(tries).toBe(1));
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  await reached(queue, empty);
  expect(tries).toBe(2);
});

test("does not send a chunk that arrives after its take was dropped", async () => {
  const server = new Server();
  const queue = openQueue(server);
  const late = queue.keepChunk(chunk(0));
  await queue.dropTake({ interviewId: INTERVIEW, take: 1 });
  await late;
  await queue.keepChunk(chunk(1));
  await queue.keepChunk(chunk(0, 2));
  await eventually(() => expect(server.log).toEqual(["201 take 2/segments/0/chunks/0"]));
});

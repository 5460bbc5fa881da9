// @vitest-environment node
import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer, Chunk, Delivery } from "../model/ports.ts";
import { BrowserUploadQueue, type UploadOptions } from "./uploadQueue.ts";
import { memoryStore } from "./uploadMemory.ts";
import { addChunk, deleteStore } from "./uploadStore.ts";

const INTERVIEW = "0198";
const queues: BrowserUploadQueue[] = [];

/** The server's side of the contract, in memory. `answer` may be replaced to misbehave. */
class Server {
  readonly log: string[] = [];
  answer: (path: string, init: RequestInit) => Response | Promise<Response> = (_, init) => acknowledge(init);

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await this.answer(path, init);
    this.log.push(`${response.status} ${path.replace(`/api/recordings/${INTERVIEW}/takes/`, "take ")}`);
    return response;
  };
}

function acknowledge(init: RequestInit, status = 201): Response {
  const sha256 = new Headers(init.headers).get("x-sha256");
  const body = typeof init.body === "string" ? (JSON.parse(init.body) as Partial<Answer>) : {};
  const response = { responseOrder: body.responseOrder };
  return Response.json({ sha256, response, state: "waiting" }, { status });
}

/** Web Locks as far as the queue uses them, shared by the "tabs" of a test. */
function fakeLocks(): Pick<LockManager, "request"> {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: unknown, work: () => Promise<unknown>) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  return { request: request as LockManager["request"] };
}

function openQueue(server: Server, options: UploadOptions = {}, owner = "maya"): BrowserUploadQueue {
  const queue = new BrowserUploadQueue(owner, {
    fetch: server.fetch,
    locks: fakeLocks(),
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
    ...options,
  });
  queues.push(queue);
  return queue;
}

function chunk(index: number, take = 1): Chunk {
  const bytes = new TextEncoder().encode(`chunk ${take} ${index}`).buffer;
  return { interviewId: INTERVIEW, take, segment: 0, index, mimeType: "video/webm", bytes };
}

function answer(order = 1, take?: Answer["take"]): Answer {
  const words = { questionId: "why", questionText: "Why?", responseText: "Because.", responseOrder: order, mode: "spoken" } as const;
  return { ...words, durationSeconds: 42, ...(take && { take }) };
}

const oneChunk = { number: 1, segments: [{ segment: 0, count: 1, mimeType: "video/webm" }] };

/** Resolves with the first state of the interview for which `done` holds. */
function reached(queue: BrowserUploadQueue, done: (delivery: Delivery) => boolean): Promise<Delivery> {
  return new Promise((resolve) => {
    queue.watch(INTERVIEW, (delivery) => {
      if (done(delivery)) resolve(delivery);
    });
  });
}

const empty = (delivery: Delivery) => delivery.length === 0;

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
});

afterEach(async () => {
  for (const queue of queues.splice(0)) queue.close();
  await deleteStore();
  vi.unstubAllGlobals();
});

test("sends words, then the chunks in order, then closes the take", async () => {
  const server = new Server();
  let online = false;
  server.answer = (_, init) => (online ? acknowledge(init) : Promise.reject(new TypeError("offline")));
  const queue = openQueue(server);
  for (const index of [1, 0, 2]) await queue.keepChunk(chunk(index));
  const segments = [{ segment: 0, count: 3, mimeType: "video/webm" }];
  await queue.keepAnswer(INTERVIEW, answer(1, { number: 1, segments }));
  online = true;
  await reached(queue, empty);
  expect(server.log).toEqual([
    `201 /api/interviews/${INTERVIEW}/responses`,
    "201 take 1/segments/0/chunks/0",
    "201 take 1/segments/0/chunks/1",
    "201 take 1/segments/0/chunks/2",
    "201 take 1/complete",
  ]);
});

test("a tab that dies between commit and send loses nothing: the next visit sends it", async () => {
  const dead = new Server();
  dead.answer = () => new Promise(() => {});
  const first = openQueue(dead);
  await first.keepChunk(chunk(0));
  await first.keepAnswer(INTERVIEW, answer(1, oneChunk));
  first.close();
  expect(dead.log).toEqual([]);

  const server = new Server();
  await reached(openQueue(server), empty);
  expect(server.log.at(-1)).toBe("201 take 1/complete");
});

test("an answer stays listed until its words and every part of its recording are acknowledged", async () => {
  const server = new Server();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.answer = async (path, init) => {
    if (path.includes("/chunks/")) await held;
    return acknowledge(init);
  };
  const queue = openQueue(server);
  await queue.keepChunk(chunk(0));
  await queue.keepAnswer(INTERVIEW, answer(1, oneChunk));
  const [parcel] = await reached(queue, ([first]) => first?.words === "waiting");
  expect(parcel).toEqual({ order: 1, words: "waiting", recording: "waiting", parts: { sent: 0, total: 1 }, kept: "device" });
  release();
  await reached(queue, empty);
});

test("keeps trying, with longer and longer waits, while the server is away", async () => {
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

test("waits for no timer, but for a new sign-in, while nobody is signed in", async () => {
  const server = new Server();
  server.answer = () => new Response(null, { status: 401 });
  const sleep = vi.fn(() => Promise.resolve());
  const queue = openQueue(server, { sleep });
  await queue.keepAnswer(INTERVIEW, answer());
  await vi.waitFor(() => expect(server.log).not.toEqual([]));
  server.answer = (_, init) => acknowledge(init);
  queue.retry();
  await reached(queue, empty);
  expect(sleep).not.toHaveBeenCalled();
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

test.each([409, 413, 422])("sets a chunk that is refused with %i aside and goes on", async (status) => {
  const server = new Server();
  server.answer = (path, init) =>
    path.endsWith("/chunks/0") ? Response.json({}, { status }) : acknowledge(init);
  const queue = openQueue(server);
  await queue.keepChunk(chunk(0));
  await queue.keepChunk(chunk(0, 2));
  await queue.keepChunk(chunk(1));
  await queue.keepAnswer(INTERVIEW, answer(2));
  await reached(queue, empty);
  await vi.waitFor(() => expect(server.log).toContain("201 take 1/segments/0/chunks/1"));
  await vi.waitFor(() => expect(server.log.filter((line) => line.startsWith(String(status)))).toHaveLength(2));
});

test("an answer that is refused stays, is reported, and is tried again by the next visit", async () => {
  const server = new Server();
  server.answer = () => Response.json({ code: "response_conflict" }, { status: 409 });
  const queue = openQueue(server);
  await queue.keepAnswer(INTERVIEW, answer());
  const [parcel] = await reached(queue, ([first]) => first?.words === "refused");
  expect(parcel?.order).toBe(1);
  queue.close();
  const kind = new Server();
  await reached(openQueue(kind), empty);
  expect(kind.log).toEqual([`201 /api/interviews/${INTERVIEW}/responses`]);
});

test("the same bytes again are as good as new; a receipt for other bytes deletes nothing", async () => {
  const server = new Server();
  server.answer = (path, init) => {
    if (path.endsWith("/chunks/0")) return Response.json({ sha256: "of other bytes" }, { status: 200 });
    if (path.endsWith("/complete")) return Response.json({ code: "chunks_missing" }, { status: 409 });
    return acknowledge(init, 200);
  };
  const queue = openQueue(server);
  await queue.keepChunk(chunk(0));
  await queue.keepChunk(chunk(1));
  await queue.keepAnswer(INTERVIEW, answer(1, oneChunk));
  const [parcel] = await reached(queue, ([first]) => first?.recording === "refused");
  expect(parcel?.parts).toEqual({ sent: 1, total: 2 });
});

test("opens the recording again if the server does not know of it", async () => {
  const server = new Server();
  let open = false;
  server.answer = (path, init) => {
    if (path.endsWith("/start-recording")) open = true;
    return path.includes("/chunks/") && !open ? Response.json({}, { status: 404 }) : acknowledge(init);
  };
  const queue = openQueue(server);
  await queue.keepChunk(chunk(0));
  await vi.waitFor(() => expect(server.log).toHaveLength(3));
  expect(server.log.map((line) => line.slice(0, 3))).toEqual(["404", "201", "201"]);
});

test("a second tab sends nothing twice, and both see the progress", async () => {
  const server = new Server();
  const locks = fakeLocks();
  const one = openQueue(server, { locks });
  const two = openQueue(server, { locks });
  await one.keepChunk(chunk(0));
  await two.keepChunk(chunk(1));
  await two.keepAnswer(INTERVIEW, answer());
  await Promise.all([reached(one, empty), reached(two, empty)]);
  await vi.waitFor(() => expect(server.log).toHaveLength(3));
  expect(new Set(server.log).size).toBe(3);
});

test("another person on the same phone neither sends nor sees it", async () => {
  const away = new Server();
  away.answer = () => Promise.reject(new TypeError("offline"));
  const maya = openQueue(away);
  await maya.keepAnswer(INTERVIEW, answer());
  maya.close();

  const server = new Server();
  const luis = openQueue(server, {}, "luis");
  await luis.keepAnswer("0199", answer());
  await vi.waitFor(() => expect(server.log).toEqual(["201 /api/interviews/0199/responses"]));
  await reached(luis, empty);
});

test("a dropped take is not sent, and its number is not given out again", async () => {
  const away = new Server();
  away.answer = () => Promise.reject(new TypeError("offline"));
  const queue = openQueue(away);
  await queue.keepChunk(chunk(0, 3));
  await queue.dropTake({ interviewId: INTERVIEW, take: 3 });
  expect(await queue.leftovers(INTERVIEW)).toEqual({ answers: [], lastTake: 3, unfinished: null });
  queue.close();
  const server = new Server();
  const next = openQueue(server);
  await next.keepAnswer(INTERVIEW, answer());
  await reached(next, empty);
  expect(server.log).toEqual([`201 /api/interviews/${INTERVIEW}/responses`]);
});

test("what is kept after the answer has ended belongs to the take all the same", async () => {
  const server = new Server();
  let online = false;
  let closed: unknown;
  server.answer = (path, init) => {
    if (!online) return Promise.reject(new TypeError("offline"));
    if (path.endsWith("/complete")) closed = JSON.parse(init.body as string);
    return acknowledge(init);
  };
  const queue = openQueue(server);
  await queue.keepChunk(chunk(0));
  await queue.keepAnswer(INTERVIEW, answer(1, oneChunk));
  await queue.keepChunk(chunk(1));
  online = true;
  queue.retry();
  await reached(queue, empty);
  expect(closed).toEqual({ segments: [{ segment: 0, count: 2, mimeType: "video/webm" }] });
});

test.each([
  ["a page that is no receipt", () => new Response("<h1>Welcome to our wifi</h1>")],
  ["a receipt for something else", () => Response.json({ response: { responseOrder: 7 } })],
])("words are not taken for sent by %s", async (_, answered) => {
  const server = new Server();
  let tries = 0;
  server.answer = (_path, init) => ((tries += 1) < 3 ? answered() : acknowledge(init));
  const queue = openQueue(server);
  await queue.keepAnswer(INTERVIEW, answer());
  await reached(queue, empty);
  expect(tries).toBe(3);
});

test("back online, what hangs on the old network begins anew", async () => {
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
  await vi.waitFor(() => expect(tries).toBe(1));
  listeners.get("online")?.();
  await reached(queue, empty);
});

describe("where the browser forbids storage", () => {
  beforeEach(() => {
    vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("forbidden", "SecurityError");
    });
  });
  afterEach(() => vi.restoreAllMocks());

  test("the page holds everything until the server has it, and says so", async () => {
    const server = new Server();
    let online = false;
    server.answer = (_, init) => (online ? acknowledge(init) : Promise.reject(new TypeError("offline")));
    const queue = openQueue(server);
    expect(await queue.keepChunk(chunk(0))).toBe("page");
    expect(await queue.keepAnswer(INTERVIEW, answer(1, oneChunk))).toBe("page");
    const [parcel] = await reached(queue, ([first]) => first !== undefined);
    expect(parcel).toMatchObject({ order: 1, parts: { sent: 0, total: 1 }, kept: "page" });
    expect(await queue.leftovers(INTERVIEW)).toMatchObject({ answers: [{ order: 1 }], lastTake: 1 });
    online = true;
    queue.retry();
    await reached(queue, empty);
    expect(server.log.at(-1)).toBe("201 take 1/complete");
  });

  test("a take that is recorded again is forgotten", async () => {
    const server = new Server();
    server.answer = () => Promise.reject(new TypeError("offline"));
    const queue = openQueue(server);
    await queue.keepChunk(chunk(0));
    await queue.dropTake({ interviewId: INTERVIEW, take: 1 });
    server.answer = (_, init) => acknowledge(init);
    await queue.keepAnswer(INTERVIEW, answer());
    await reached(queue, empty);
    expect(server.log).toEqual([`201 /api/interviews/${INTERVIEW}/responses`]);
  });
});

test("what a full device has no room for is held by the page; the take closes when both are sent", async () => {
  const server = new Server();
  let online = false;
  server.answer = (_, init) => (online ? acknowledge(init) : Promise.reject(new TypeError("offline")));
  const queue = openQueue(server);
  expect(await queue.keepChunk(chunk(0))).toBe("device");
  const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(await queue.keepChunk(chunk(1))).toBe("page");
  full.mockRestore();
  const segments = [{ segment: 0, count: 2, mimeType: "video/webm" }];
  expect(await queue.keepAnswer(INTERVIEW, answer(1, { number: 1, segments }))).toBe("device");
  const [parcel] = await reached(queue, ([first]) => first !== undefined);
  expect(parcel).toMatchObject({ parts: { sent: 0, total: 2 }, kept: "page" });
  online = true;
  queue.retry();
  await reached(queue, empty);
  expect(server.log).toEqual([
    `201 /api/interviews/${INTERVIEW}/responses`,
    "201 take 1/segments/0/chunks/1",
    "201 take 1/segments/0/chunks/0",
    "201 take 1/complete",
  ]);
});

test("the page, too, holds no more than it can", async () => {
  const store = memoryStore(20);
  const bytes = (size: number, index: number) => ({ ...chunk(index), bytes: new ArrayBuffer(size), owner: "m", sha256: "" });
  await addChunk(store, bytes(20, 0));
  await expect(addChunk(store, bytes(1, 1))).rejects.toMatchObject({ name: "QuotaExceededError" });
});

describe("an answer that is being given", () => {
  const words = { order: 1, questionId: "why", text: "Because" };
  const leftovers = async () => (await openQueue(new Server()).leftovers(INTERVIEW)).unfinished;

  async function interrupted() {
    const away = new Server();
    away.answer = () => Promise.reject(new TypeError("offline"));
    const queue = openQueue(away);
    for (const index of [0, 1]) await queue.keepChunk(chunk(index));
    queue.keepWords({ interviewId: INTERVIEW, take: 1 }, { ...words, text: "Be" });
    queue.keepWords({ interviewId: INTERVIEW, take: 1 }, words);
    return queue;
  }

  test("is there for the next visit, with what was recorded", async () => {
    const queue = await interrupted();
    await vi.waitFor(async () => expect((await queue.leftovers(INTERVIEW)).unfinished?.text).toBe("Because"));
    queue.close();
    const segments = [{ segment: 0, count: 2, mimeType: "video/webm" }];
    expect(await leftovers()).toEqual({ ...words, take: 1, segments });
  });

  test("is over when it has been kept, or dropped", async () => {
    const kept = await interrupted();
    await kept.keepAnswer(INTERVIEW, answer(1, oneChunk));
    expect((await kept.leftovers(INTERVIEW)).unfinished).toBeNull();
    kept.keepWords({ interviewId: INTERVIEW, take: 1 }, words);
    await kept.dropTake({ interviewId: INTERVIEW, take: 1 });
    expect((await kept.leftovers(INTERVIEW)).unfinished).toBeNull();
  });
});

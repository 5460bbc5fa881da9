// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { UploadStatuses } from "../model/ports.ts";
import { acknowledge, answer, chunk, forgetUploads, INTERVIEW, oneChunk, openQueue, prepareUploads, Server } from "../testing/uploads.ts";

beforeEach(() => {
  prepareUploads();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  return forgetUploads();
});

/** No request to the device's storage gets a reply any more. Returns a function that ends that. */
function stallStorage(): () => void {
  const never = vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => new IDBOpenDBRequest());
  const others = (["get", "getAll", "getAllKeys", "count", "put", "delete"] as const).map((name) =>
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(() => new IDBRequest()),
  );
  return () => [never, ...others].forEach((spy) => void spy.mockRestore());
}

/** Lets the time pass, and what the storage does meanwhile, which fake timers do not wait for. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 250) {
    await vi.advanceTimersByTimeAsync(250);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}

function openOffline() {
  const server = new Server();
  let isOnline = false;
  server.answer = (_, init) => (isOnline ? acknowledge(init) : Promise.reject(new TypeError("offline")));
  const queue = openQueue(server, { sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) });
  const seen: UploadStatuses[] = [];
  queue.watch(INTERVIEW, (uploads) => seen.push(uploads));
  return { server, queue, seen, connect: () => (isOnline = true) };
}

test("while storage does not respond, nothing on it counts as sent; afterwards everything is sent", async () => {
  const { server, queue, seen, connect } = openOffline();
  await queue.keepChunk(chunk(0));
  await queue.keepAnswer(INTERVIEW, answer(1, oneChunk));
  await pass(500);
  expect(seen.at(-1)).toMatchObject([{ order: 1, words: "waiting", recording: "waiting" }]);
  seen.length = 0;
  const respond = stallStorage();
  connect();
  const kept = queue.keepChunk(chunk(0, 2));
  await pass(20_000);
  expect(await kept).toBe("page");
  expect(seen.filter((uploads) => uploads.length !== 1)).toEqual([]);
  expect(server.log).toContain("201 take 2/segments/0/chunks/0");
  respond();
  await pass(30_000);
  expect(seen.at(-1)).toEqual([]);
  expect(server.log).toContain("201 take 1/complete");
});

test("an answer stored just before storage stopped responding is not taken for sent", async () => {
  const { queue, seen } = openOffline();
  await queue.keepAnswer(INTERVIEW, answer(1));
  await pass(500);
  seen.length = 0;
  await queue.keepAnswer(INTERVIEW, answer(2));
  stallStorage();
  await pass(20_000);
  expect(seen.filter((uploads) => !uploads.some(({ order }) => order === 2))).toEqual([]);
});

test("what storage could not note as sent is sent again, and does not end the queue", async () => {
  const { server, queue, seen, connect } = openOffline();
  await queue.keepAnswer(INTERVIEW, answer(1));
  await pass(500);
  let respond = () => {};
  server.answer = (_, init) => ((respond = stallStorage()), (server.answer = (_again, next) => acknowledge(next)), acknowledge(init));
  connect();
  queue.retry();
  await pass(10_000);
  respond();
  await pass(45_000);
  expect(seen.at(-1)).toEqual([]);
  expect(server.log).toHaveLength(2);
});

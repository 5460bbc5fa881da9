// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { memoryStore } from "./uploadMemory.ts";
import { addChunk, readRows } from "./uploadStore.ts";
import { acknowledge, answer, chunk, empty, forgetUploads, INTERVIEW, oneChunk, openQueue, prepareUploads, reached, Server } from "../testing/uploads.ts";

beforeEach(prepareUploads);
afterEach(forgetUploads);

describe("where the browser forbids storage", () => {
  beforeEach(() => {
    vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("forbidden", "SecurityError");
    });
  });
  afterEach(() => vi.restoreAllMocks());

  test("the page holds everything until the server has it, and reports so", async () => {
    const server = new Server();
    let online = false;
    server.answer = (_, init) => (online ? acknowledge(init) : Promise.reject(new TypeError("offline")));
    const queue = openQueue(server);
    expect(await queue.keepChunk(chunk(0))).toBe("page");
    expect(await queue.keepAnswer(INTERVIEW, answer(1, oneChunk))).toBe("page");
    const [upload] = await reached(queue, ([first]) => first !== undefined);
    expect(upload).toMatchObject({ order: 1, parts: { sent: 0, total: 1 }, kept: "page" });
    expect(await queue.leftovers(INTERVIEW)).toMatchObject({ answers: [{ order: 1 }], lastTake: 1 });
    online = true;
    queue.retry();
    await reached(queue, empty);
    expect(server.log.at(-1)).toBe("201 take 1/complete");
  });

  test("a discarded take is forgotten", async () => {
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

test("the page holds what does not fit on the device; the take closes when both are sent", async () => {
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
  const [upload] = await reached(queue, ([first]) => first !== undefined);
  expect(upload).toMatchObject({ parts: { sent: 0, total: 2 }, kept: "page" });
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

test("the page has a limit, too", async () => {
  const store = memoryStore(20);
  const bytes = (size: number, index: number) => ({ ...chunk(index), bytes: new ArrayBuffer(size), owner: "m", sha256: "" });
  await addChunk(store, bytes(20, 0));
  await expect(addChunk(store, bytes(1, 1))).rejects.toMatchObject({ name: "QuotaExceededError" });
  const { takes } = await readRows(store, "m", INTERVIEW);
  expect(takes, "a chunk that did not fit is not waited for").toMatchObject([{ kept: 1, segments: [{ count: 1 }] }]);
});

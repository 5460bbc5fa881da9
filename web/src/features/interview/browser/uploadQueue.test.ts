// @vitest-environment node
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  acknowledge,
  answer,
  chunk,
  empty,
  fakeLocks,
  forgetUploads,
  INTERVIEW,
  oneChunk,
  openQueue,
  prepareUploads,
  reached,
  Server,
} from "../testing/uploads.ts";
import { deleteStore } from "./uploadStore.ts";
import { eventually } from "#/testing/eventually.ts";

beforeEach(prepareUploads);
afterEach(forgetUploads);

test("sends the text, then the chunks in order, then closes the take", async () => {
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

test("a browser that deletes its storage between visits loses only what was not sent", async () => {
  const server = new Server();
  const first = openQueue(server);
  await first.keepChunk(chunk(0));
  await first.keepAnswer(INTERVIEW, answer(1, oneChunk));
  await reached(first, empty);
  first.close();
  await deleteStore();

  const second = openQueue(server);
  expect(await second.leftovers(INTERVIEW)).toEqual({ answers: [], lastTake: 0, unfinished: null });
  await second.keepChunk(chunk(0, 2));
  await second.keepAnswer(INTERVIEW, answer(2, { ...oneChunk, number: 2 }));
  await reached(second, empty);
  expect(server.log.at(-1)).toBe("201 take 2/complete");
});

test("lists an answer until its text and every chunk are acknowledged", async () => {
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
  const [upload] = await reached(queue, ([first]) => first?.words === "waiting");
  expect(upload).toEqual({ order: 1, words: "waiting", recording: "waiting", parts: { sent: 0, total: 1 }, kept: "device" });
  release();
  await reached(queue, empty);
});

test("accepts a receipt for identical bytes; a receipt for other bytes deletes nothing", async () => {
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
  const [upload] = await reached(queue, ([first]) => first?.recording === "refused");
  expect(upload?.parts).toEqual({ sent: 1, total: 2 });
});

test("reopens the recording if the server does not know it", async () => {
  const server = new Server();
  let open = false;
  server.answer = (path, init) => {
    if (path.endsWith("/start-recording")) open = true;
    return path.includes("/chunks/") && !open ? Response.json({}, { status: 404 }) : acknowledge(init);
  };
  const queue = openQueue(server);
  await queue.keepChunk(chunk(0));
  await eventually(() => expect(server.log).toHaveLength(3));
  expect(server.log.map((line) => line.slice(0, 3))).toEqual(["404", "201", "201"]);
});

test("a second tab sends no duplicates, and both see the progress", async () => {
  const server = new Server();
  const locks = fakeLocks();
  const one = openQueue(server, { locks });
  const two = openQueue(server, { locks });
  await one.keepChunk(chunk(0));
  await two.keepChunk(chunk(1));
  await two.keepAnswer(INTERVIEW, answer());
  await Promise.all([reached(one, empty), reached(two, empty)]);
  await eventually(() => expect(server.log).toHaveLength(3));
  expect(new Set(server.log).size).toBe(3);
});

test("another user on the same phone neither sends nor sees it", async () => {
  const away = new Server();
  away.answer = () => Promise.reject(new TypeError("offline"));
  const maya = openQueue(away);
  await maya.keepAnswer(INTERVIEW, answer());
  maya.close();

  const server = new Server();
  const luis = openQueue(server, {}, "luis");
  await luis.keepAnswer("0199", answer());
  await eventually(() => expect(server.log).toEqual(["201 /api/interviews/0199/responses"]));
  await reached(luis, empty);
});

test("does not send a dropped take, and does not reuse its number", async () => {
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

test("assigns chunks kept after the end of the answer to its take", async () => {
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

test("deleting everything of one person keeps what another person has not sent", async () => {
  const offline = new Server();
  offline.answer = () => new Promise(() => {});
  const [maya, ana] = [openQueue(offline), openQueue(offline, {}, "ana")];
  for (const queue of [maya, ana]) {
    await queue.keepChunk(chunk(0));
    await queue.keepAnswer(INTERVIEW, answer(1, oneChunk));
  }
  expect(await maya.hasUnsent()).toBe(true);
  await maya.deleteAll();
  const again = openQueue(offline);
  expect(await again.hasUnsent()).toBe(false);
  expect(await again.leftovers(INTERVIEW)).toEqual({ answers: [], lastTake: 0, unfinished: null });
  expect(await ana.hasUnsent()).toBe(true);
});

test("the text of an answer in progress counts as unsent", async () => {
  const queue = openQueue(new Server());
  queue.keepWords({ interviewId: INTERVIEW, take: 1 }, { order: 1, questionId: "why", text: "Bec" });
  await eventually(async () => expect(await queue.hasUnsent()).toBe(true));
});

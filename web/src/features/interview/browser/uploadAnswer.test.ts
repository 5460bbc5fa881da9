// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { acknowledge, answer, chunk, empty, forgetUploads, INTERVIEW, oneChunk, openQueue, prepareUploads, reached, Server } from "../testing/uploads.ts";
import { eventually } from "#/testing/eventually.ts";

beforeEach(prepareUploads);
afterEach(forgetUploads);

describe("an answer in progress", () => {
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

  test("is available on the next visit, with its recording", async () => {
    const queue = await interrupted();
    await eventually(async () => expect((await queue.leftovers(INTERVIEW)).unfinished?.text).toBe("Because"));
    queue.close();
    const segments = [{ segment: 0, count: 2, mimeType: "video/webm" }];
    expect(await leftovers()).toEqual({ ...words, take: 1, segments });
  });

  test("ends when it is kept or dropped", async () => {
    const kept = await interrupted();
    await kept.keepAnswer(INTERVIEW, answer(1, oneChunk));
    expect((await kept.leftovers(INTERVIEW)).unfinished).toBeNull();
    kept.keepWords({ interviewId: INTERVIEW, take: 1 }, words);
    await kept.dropTake({ interviewId: INTERVIEW, take: 1 });
    expect((await kept.leftovers(INTERVIEW)).unfinished).toBeNull();
  });
});

describe("later corrections", () => {
  const corrected = { order: 1, questionId: "why", questionText: "Why?", responseText: "Because I cook." };
  const sent = (server: Server) => {
    const bodies: unknown[] = [];
    server.answer = (path, init) => {
      bodies.push([init.method, path.split("/").at(-1), (JSON.parse(String(init.body)) as { responseText: string }).responseText]);
      return acknowledge(init.method === "PATCH" ? { ...init, body: JSON.stringify({ responseOrder: 1 }) } : init);
    };
    return bodies;
  };

  test("update an answer that the server has", async () => {
    const server = new Server();
    const bodies = sent(server);
    const queue = openQueue(server);
    await queue.keepAnswer(INTERVIEW, answer());
    await reached(queue, empty);
    expect(await queue.keepCorrection(INTERVIEW, corrected)).toBe("device");
    await reached(queue, empty);
    expect(bodies).toEqual([
      ["POST", "responses", "Because."],
      ["PATCH", "1", "Because I cook."],
    ]);
  });

  test("merge into an answer still on this device, and survive a closed tab", async () => {
    const away = new Server();
    away.answer = () => Promise.reject(new TypeError("offline"));
    const first = openQueue(away);
    await first.keepAnswer(INTERVIEW, answer());
    await first.keepCorrection(INTERVIEW, corrected);
    expect((await first.leftovers(INTERVIEW)).answers).toEqual([corrected]);
    first.close();
    const server = new Server();
    const bodies = sent(server);
    await reached(openQueue(server), empty);
    expect(bodies).toEqual([["POST", "responses", "Because I cook."]]);
  });

  test("follow an answer that is being sent with its earlier text", async () => {
    const server = new Server();
    const bodies = sent(server);
    const real = server.answer;
    let arrive = () => {};
    const slow = new Promise<void>((resolve) => (arrive = resolve));
    server.answer = async (path, init) => {
      if (init.method === "POST") await slow;
      return real(path, init);
    };
    const queue = openQueue(server);
    await queue.keepAnswer(INTERVIEW, answer());
    await new Promise((resolve) => setTimeout(resolve, 5));
    await queue.keepCorrection(INTERVIEW, corrected);
    arrive();
    await reached(queue, empty);
    expect(bodies).toEqual([
      ["POST", "responses", "Because."],
      ["PATCH", "1", "Because I cook."],
    ]);
  });
});

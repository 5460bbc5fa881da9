import { beforeEach, expect, test } from "vitest";
import { enterRoom } from "../testing/enterRoom.ts";

let room: ReturnType<typeof enterRoom>;

beforeEach(() => {
  room = enterRoom();
});

const correct = { type: "CORRECT", order: 1, text: "Yes, chef." } as const;

test("shows all answers once more, with the camera closed", async () => {
  expect(await room.reachReview()).toMatchObject({
    at: "reviewing",
    said: [{ order: 1, question: "Only?", text: "Yes." }],
    finishing: false,
  });
  expect(room.ports.camera.captures.map(({ closed }) => closed)).toEqual([true]);
  expect(room.ports.api.calls).not.toContain("complete");
});

test("keeps corrected words before the interview is closed, and closes it when they have arrived", async () => {
  await room.reachReview();
  expect(await room.act(correct)).toMatchObject({ said: [{ text: "Yes, chef." }] });
  expect(room.isUnsafeToLeave()).toBe(true);
  expect(await room.act("FINISH", "FINISH")).toMatchObject({ at: "completing", state: "sending" });
  expect(room.ports.queue.corrections).toMatchObject([{ order: 1, responseText: "Yes, chef." }]);
  room.ports.queue.report([]);
  expect(room.view()).toMatchObject({ at: "completing", state: "closing" });
});

test("keeps words as soon as the person is done with them, and once", async () => {
  await room.reachReview();
  await room.act(correct, "KEEP", "KEEP", "FINISH");
  expect(room.ports.queue.corrections).toHaveLength(1);
});

test("nothing changed is nothing sent, and no answer becomes empty", async () => {
  await room.reachReview();
  await room.act({ type: "CORRECT", order: 1, text: "  " }, "FINISH");
  expect(room.ports.queue.corrections).toEqual([]);
  expect(room.view()).toMatchObject({ at: "completing", state: "closing" });
});

test("what the server writes down comes in, for the person to put right; their own words stay", async () => {
  await room.reachWordlessReview();
  expect(room.view()).toMatchObject({ said: [{ order: 1, text: "", awaited: true }] });
  expect(room.ports.api.written?.orders).toEqual([1]);
  room.ports.api.written?.changed([{ order: 1, responseText: "(No response provided)", awaited: true }]);
  expect(room.view()).toMatchObject({ said: [{ text: "", awaited: true }] });
  room.ports.api.written?.changed([{ order: 1, responseText: "I carried plates.", awaited: false }]);
  expect(room.view()).toMatchObject({ said: [{ text: "I carried plates.", awaited: false }] });
  await room.act(correct, "KEEP");
  room.ports.api.written?.changed([{ order: 1, responseText: "I carried plates.", awaited: false }]);
  expect(await room.act("FINISH")).toMatchObject({ at: "completing" });
  expect(room.ports.queue.corrections).toMatchObject([{ responseText: "Yes, chef." }]);
  expect(room.ports.api.written).toBeNull();
});

test("nobody waits for words that do not come", async () => {
  await room.reachWordlessReview();
  room.ports.api.written?.changed([{ order: 1, responseText: "(No response provided)", awaited: false }]);
  expect(room.view()).toMatchObject({ said: [{ text: "", awaited: false }] });
  expect(await room.act("FINISH")).toMatchObject({ at: "completing", state: "closing" });
  expect(room.ports.queue.corrections).toEqual([]);
});

test("nothing is looked for where all answers have words", async () => {
  await room.reachReview();
  expect(room.ports.api.written).toBeNull();
});

test("words that this device can not keep stay on the screen", async () => {
  await room.reachReview();
  room.ports.queue.full = true;
  expect(await room.act(correct, "FINISH")).toMatchObject({ at: "reviewing", said: [{ text: "Yes, chef." }] });
  expect(room.heard.at(-1)).toBe("save-failed");
});

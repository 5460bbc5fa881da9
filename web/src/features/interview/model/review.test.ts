import { beforeEach, expect, test } from "vitest";
import { enterRoom } from "../testing/enterRoom.ts";

let room: ReturnType<typeof enterRoom>;

beforeEach(() => {
  room = enterRoom();
});

const correct = { type: "CORRECT", order: 1, text: "Yes, chef." } as const;

test("shows all answers for a final review, with the camera closed", async () => {
  expect(await room.reachReview()).toMatchObject({
    at: "reviewing",
    said: [{ order: 1, question: "Only?", text: "Yes." }],
    finishing: false,
  });
  expect(room.ports.camera.captures.map(({ closed }) => closed)).toEqual([true]);
  expect(room.ports.api.calls).not.toContain("complete");
});

test("stores corrections before the interview closes, and closes it when they have arrived", async () => {
  await room.reachReview();
  expect(await room.act(correct)).toMatchObject({ said: [{ text: "Yes, chef." }] });
  expect(room.isUnsafeToLeave()).toBe(true);
  expect(await room.act("FINISH", "FINISH")).toMatchObject({ at: "completing", state: "sending" });
  expect(room.ports.queue.corrections).toMatchObject([{ order: 1, responseText: "Yes, chef." }]);
  room.ports.queue.report([]);
  expect(room.view()).toMatchObject({ at: "completing", state: "closing" });
});

test("stores a correction once, when the person has finished editing", async () => {
  await room.reachReview();
  await room.act(correct, "KEEP", "KEEP", "FINISH");
  expect(room.ports.queue.corrections).toHaveLength(1);
});

test("sends nothing when nothing changed, and never empties an answer", async () => {
  await room.reachReview();
  await room.act({ type: "CORRECT", order: 1, text: "  " }, "FINISH");
  expect(room.ports.queue.corrections).toEqual([]);
  expect(room.view()).toMatchObject({ at: "completing", state: "closing" });
});

test("fills in transcripts for the person to correct; their own text stays", async () => {
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

test("does not wait for transcripts that never arrive", async () => {
  await room.reachWordlessReview();
  room.ports.api.written?.changed([{ order: 1, responseText: "(No response provided)", awaited: false }]);
  expect(room.view()).toMatchObject({ said: [{ text: "", awaited: false }] });
  expect(await room.act("FINISH")).toMatchObject({ at: "completing", state: "closing" });
  expect(room.ports.queue.corrections).toEqual([]);
});

test("polls for nothing when all answers have text", async () => {
  await room.reachReview();
  expect(room.ports.api.written).toBeNull();
});

test("keeps corrections on the screen that this device cannot store", async () => {
  await room.reachReview();
  room.ports.queue.full = true;
  expect(await room.act(correct, "FINISH")).toMatchObject({ at: "reviewing", said: [{ text: "Yes, chef." }] });
  expect(room.heard.at(-1)).toBe("save-failed");
});

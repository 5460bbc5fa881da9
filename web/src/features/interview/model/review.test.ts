import { beforeEach, expect, test } from "vitest";
import { enterRoom } from "../testing/enterRoom.ts";
import { interview, question } from "../testing/fakePorts.ts";
import type { WrittenAnswer } from "./ports.ts";

let room: ReturnType<typeof enterRoom>;

beforeEach(() => {
  room = enterRoom();
});

const correct = { type: "CORRECT", order: 1, text: "Yes, chef." } as const;

test("shows all answers for a final review, with the camera closed", async () => {
  expect(await room.reachReview()).toMatchObject({
    at: "reviewing",
    said: [{ order: 1, question: "Only?", text: "Yes.", state: "own" }],
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

test.each([
  [0.1, "silent"],
  [0.6, "missing"],
  [null, "missing"],
])("an answer without text, whose loudest sound was %j, is %s", async (loudest, state) => {
  await room.reachQuestion(interview({ questions: [question("Only?")] }));
  for (const capture of room.ports.camera.captures) capture.loudest = () => loudest;
  expect(await room.reachWordlessReview()).toMatchObject({ at: "reviewing", said: [{ text: "", state }] });
  expect(await room.act(correct)).toMatchObject({ said: [{ state: "own" }] });
});

const NONE = "(No response provided)";

function transcript(changes: Partial<WrittenAnswer>): WrittenAnswer {
  return {
    order: 1,
    responseText: "I carried plates.",
    awaited: false,
    delay: null,
    understood: "heard",
    confirmed: false,
    language: "en",
    passages: [],
    ...changes,
  };
}

test.each(["", "I carried play"])("the transcript replaces what the browser recognized (%j); the person's own text stays", async (captions) => {
  await room.reachTranscribedReview(captions);
  expect(room.view()).toMatchObject({ said: [{ order: 1, text: captions, state: "awaited" }] });
  expect(room.ports.api.written?.orders).toEqual([1]);
  room.ports.api.written?.changed([transcript({ responseText: captions || NONE, awaited: true, understood: null })]);
  expect(room.view()).toMatchObject({ said: [{ text: captions, state: "awaited" }] });
  room.ports.api.written?.changed([transcript({})]);
  expect(room.view()).toMatchObject({ said: [{ text: "I carried plates.", state: "heard", language: "en" }] });
  await room.act(correct, "KEEP");
  room.ports.api.written?.changed([transcript({})]);
  expect(room.view()).toMatchObject({ said: [{ text: "Yes, chef.", state: "own" }] });
  expect(await room.act("FINISH")).toMatchObject({ at: "completing" });
  expect(room.ports.queue.corrections).toMatchObject([{ responseText: "Yes, chef." }]);
  expect(room.ports.api.written).toBeNull();
});

test.each(["doubtful", "unclear"] as const)("a %s text is right when the person says so", async (understood) => {
  await room.reachTranscribedReview();
  room.ports.api.written?.changed([transcript({ understood })]);
  expect(room.view()).toMatchObject({ said: [{ state: understood }] });
  expect(await room.act({ type: "CONFIRM", order: 1 })).toMatchObject({ said: [{ text: "I carried plates.", state: "heard" }] });
  expect(room.ports.queue.corrections).toMatchObject([{ order: 1, responseText: "I carried plates." }]);
  // A reply from before the confirmation arrived.
  room.ports.api.written?.changed([transcript({ understood })]);
  expect(room.view()).toMatchObject({ said: [{ state: "heard" }] });
  await room.act("FINISH");
  expect(room.ports.queue.corrections).toHaveLength(1);
});

test("asks again to confirm a text that this device could not store", async () => {
  await room.reachTranscribedReview();
  room.ports.api.written?.changed([transcript({ understood: "unclear" })]);
  room.ports.queue.full = true;
  expect(await room.act({ type: "CONFIRM", order: 1 })).toMatchObject({ at: "reviewing", said: [{ state: "unclear" }] });
  expect(room.heard.at(-1)).toBe("save-failed");
});

test.each([
  ["silent", "", "silent"],
  ["silent", "I carried play", "own"],
  [null, "", "missing"],
  [null, "I carried play", "own"],
] as const)("does not wait for a transcript that never arrives: %s, %j", async (understood, captions, state) => {
  await room.reachTranscribedReview(captions);
  room.ports.api.written?.changed([transcript({ responseText: captions || NONE, understood })]);
  expect(room.view()).toMatchObject({ said: [{ text: captions, state }] });
  expect(await room.act("FINISH")).toMatchObject({ at: "completing", state: "closing" });
  expect(room.ports.queue.corrections).toEqual([]);
});

test("an answer in which nobody was heard can be recorded again, and the new one replaces it", async () => {
  await room.reachTranscribedReview("");
  room.ports.api.written?.changed([transcript({ responseText: NONE, understood: "silent" })]);
  await room.act({ type: "ANSWER_AGAIN", order: 1 });
  expect(room.view()).toMatchObject({ at: "asking", question: "Only?" });
  await room.act("START_ANSWER");
  await room.complete();
  await room.act("SAVE_WITHOUT_WORDS");
  const takes = room.ports.queue.answers.map(({ responseOrder, take }) => [responseOrder, take?.number]);
  expect(takes).toEqual([
    [1, 1],
    [1, 2],
  ]);
  room.ports.api.adapting.resolve(null);
  room.ports.queue.report([]);
  await room.pass(1_500);
  expect(room.view(), "the transcript of the first take is not that of the second").toMatchObject({ at: "reviewing", said: [{ order: 1, state: "awaited" }] });
  room.ports.api.written?.changed([transcript({})]);
  expect(room.view()).toMatchObject({ said: [{ text: "I carried plates.", state: "heard" }] });
});

test("polls for nothing where the server does not transcribe", async () => {
  await room.reachReview();
  expect(room.ports.api.written).toBeNull();
});

test("keeps corrections on the screen that this device cannot store", async () => {
  await room.reachReview();
  room.ports.queue.full = true;
  expect(await room.act(correct, "FINISH")).toMatchObject({ at: "reviewing", said: [{ text: "Yes, chef." }] });
  expect(room.heard.at(-1)).toBe("save-failed");
});

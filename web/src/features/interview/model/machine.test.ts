import { beforeEach, expect, test } from "vitest";
import type { Act } from "./base.ts";
import { enterRoom, settle } from "../testing/enterRoom.ts";
import { interview, question } from "../testing/fakePorts.ts";

let room: ReturnType<typeof enterRoom>;

beforeEach(() => {
  room = enterRoom();
});

test("loads, then waits in the lobby with camera and microphone closed", async () => {
  expect(room.view()).toEqual({ at: "loading" });
  await room.load();
  expect(room.view()).toMatchObject({ at: "lobby", progress: { current: 1, total: 2 } });
  expect(room.ports.camera.kinds).toEqual([]);
});

test("introduces itself, and asks the first question one second later", async () => {
  await room.load();
  expect(await room.act("START")).toMatchObject({ at: "intro", caption: "Hello.", speaking: true });
  await room.speaksOver();
  expect((await room.pass(999)).at).toBe("intro");
  expect(await room.pass(1)).toMatchObject({ at: "asking", question: "First?", caption: "First?", speaking: true });
  await room.speaksOver();
  expect(room.view()).toMatchObject({ at: "asking", speaking: false });
  await room.act("ASK_AGAIN");
  expect(room.ports.speaker.said).toEqual(["Hello.", "First?", "First?"]);
});

test("records exactly from Start My Answer to Complete This Answer", async () => {
  await room.reachQuestion();
  expect(room.ports.recorder.takes).toEqual([]);
  expect(await room.act("START_ANSWER")).toMatchObject({ at: "answering", recording: true, mode: "spoken" });
  expect(room.ports.recorder.takes).toEqual([{ interviewId: "interview-1", take: 1 }]);
  await room.speak("I was a cook.");
  expect(await room.act("COMPLETE_ANSWER")).toMatchObject({ at: "checking", settling: true, recording: true });
  await room.speak("Two years.");
  expect(room.view()).toMatchObject({ at: "checking", settling: true, text: "I was a cook. Two years." });
  const last = { at: "checking", settling: false, recording: false, text: "I was a cook. Two years.", recorded: true };
  expect(await room.pass(1_000)).toMatchObject(last);
});

test("keeps corrections made while the last words arrive, and does not save before", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  await room.speak("I was a cock.");
  room.ports.listener.on?.guess("two");
  expect(await room.act("COMPLETE_ANSWER")).toMatchObject({ settling: true, text: "I was a cock. two", started: "words" });
  await room.act({ type: "EDIT", text: "I was a cook." }, "SAVE");
  expect(room.ports.queue.answers).toEqual([]);
  await room.speak("Two years.");
  expect(await room.pass(1_000)).toMatchObject({ settling: false, text: "I was a cook. Two years." });
});

test.each(["stopped", "unsupported", "no-voices", "no-end"] as const)(
  "keeps an introduction that was not heard (%s) until the person continues",
  async (outcome) => {
    await room.load();
    await room.act("START");
    await room.speaksOver(outcome);
    expect(await room.pass(600_000)).toMatchObject({ at: "intro", speaking: false, caption: "Hello." });
    expect((await room.act("NEXT")).at).toBe("asking");
  },
);

test("starting to answer interrupts the interviewer", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  await room.speaksOver();
  expect(room.view().at).toBe("answering");
});

test("ignores a second press of a button", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER", "START_ANSWER");
  expect(room.ports.recorder.takes).toHaveLength(1);
  await room.speak("Yes.");
  await room.act("COMPLETE_ANSWER", "COMPLETE_ANSWER");
  await room.pass(1_000);
  await room.act("SAVE", "SAVE");
  expect(room.ports.queue.answers).toHaveLength(1);
});

test("never ends an answer automatically: it asks and keeps listening", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  expect(await room.pass(69_999)).toMatchObject({ nudged: false });
  expect(await room.pass(1)).toMatchObject({ at: "answering", nudged: true, recording: true });
  expect(await room.pass(3_600_000)).toMatchObject({ at: "answering", recording: true });
  await room.speak("Still here.");
  expect(await room.complete()).toMatchObject({ at: "checking", text: "Still here." });
});

test("saves a spoken answer automatically ten seconds after it ended", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  await room.speak("I kept calm.");
  expect(await room.complete()).toMatchObject({ at: "checking", savesItself: true });
  expect((await room.pass(9_999)).at).toBe("checking");
  expect((await room.pass(1)).at).toBe("saving");
  expect(room.ports.queue.answers).toMatchObject([{ responseText: "I kept calm.", mode: "spoken" }]);
});

test("keeps the whole answer on the device, with the last guess, before it is saved automatically", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  await room.speak("I kept");
  room.ports.listener.on?.guess("calm");
  expect(await room.complete()).toMatchObject({ at: "checking", savesItself: true, text: "I kept calm" });
  expect(room.ports.queue.words).toMatchObject({ order: 1, text: "I kept calm" });
  expect(room.isUnsafeToLeave()).toBe(true);
});

test.each([["WAIT"], [{ type: "EDIT", text: "I kept very calm." }]] as (Act["type"] | Act)[][])(
  "saves an answer that the person is checking only on a press: %j",
  async (touch = "WAIT") => {
    await room.reachQuestion();
    await room.act("START_ANSWER");
    await room.speak("I kept calm.");
    await room.act("COMPLETE_ANSWER", touch);
    expect(await room.pass(1_000)).toMatchObject({ settling: false, savesItself: false });
    expect((await room.pass(600_000)).at).toBe("checking");
    expect((await room.act("SAVE")).at).toBe("saving");
  },
);

test("does not save a typed answer automatically, nor any for a person who wants more time", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER", "TYPE_INSTEAD", { type: "EDIT", text: "I cook." });
  expect(await room.complete()).toMatchObject({ savesItself: false });
  expect((await room.pass(600_000)).at).toBe("checking");
  const slow = enterRoom({ ...room.ports.preferences.load(), moreTime: true });
  await slow.reachQuestion();
  await slow.act("START_ANSWER");
  await slow.speak("I cook.");
  expect(await slow.complete()).toMatchObject({ savesItself: false });
  expect((await slow.pass(600_000)).at).toBe("checking");
});

test("saves automatically ten seconds after an answer that is transcribed later, and not without text to score", async () => {
  await room.reachQuestion(interview({ transcribes: true }));
  await room.act("START_ANSWER");
  room.ports.listener.on?.unavailable("failed");
  expect(await room.complete()).toMatchObject({ savesItself: true });
  expect((await room.pass(10_000)).at).toBe("saving");
  expect(room.ports.queue.answers).toMatchObject([{ responseText: "(No response provided)", mode: "spoken" }]);
  const silent = enterRoom();
  await silent.reachQuestion();
  await silent.act("START_ANSWER");
  expect(await silent.complete()).toMatchObject({ savesItself: false });
  expect((await silent.pass(600_000)).at).toBe("checking");
});

test("stores an answer with its text, mode, duration and take, and reports it as saved only then", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  await room.speak("I kept calm.");
  await room.pass(42_000);
  await room.complete();
  await room.act({ type: "EDIT", text: "I kept very calm." });
  expect(await room.act("SAVE")).toMatchObject({ at: "saving", state: "device" });
  expect(room.ports.queue.answers).toEqual([
    {
      questionId: "First?",
      questionText: "First?",
      responseText: "I kept very calm.",
      originalText: "I kept calm.",
      responseOrder: 1,
      mode: "spoken",
      durationSeconds: 42,
      take: { number: 1, segments: room.ports.recorder.segments },
    },
  ]);
  expect(room.heard).toEqual([]);
  room.ports.queue.report([{ order: 1, words: "sent", recording: "waiting", parts: { sent: 1, total: 2 }, kept: "device" }]);
  expect(room.view()).toMatchObject({ state: "device", items: [{ parts: { sent: 1, total: 2 } }, { state: "open" }] });
  room.ports.queue.report([]);
  expect(room.view()).toMatchObject({ at: "saving", state: "saved", items: [{ state: "saved", seconds: 42 }, {}] });
  expect(room.heard).toEqual(["response-saved"]);
});

test("asks the next question, reworded, one and a half seconds after the answer was saved", async () => {
  await room.reachQuestion();
  await room.answer();
  room.ports.api.adapting.resolve(question("Second, for a cook?", "Second?"));
  room.ports.queue.report([]);
  await settle();
  expect((await room.pass(1_499)).at).toBe("saving");
  expect(await room.pass(1)).toMatchObject({ at: "asking", question: "Second, for a cook?", progress: { current: 2 } });
});

test("asks a follow-up in addition to the plan, also after the last question", async () => {
  await room.reachQuestion(interview({ questions: [question("Only?")] }));
  await room.answer("Short.");
  expect(room.view()).toMatchObject({ at: "saving", last: true });
  room.ports.api.adapting.resolve(question("Say more?", "Only?/follow-up"));
  await settle();
  expect(room.view()).toMatchObject({ last: false });
  const followUp = { at: "asking", question: "Say more?", caption: "More about care. Say more?", progress: { current: 1, total: 1 } };
  expect(await room.act("NEXT")).toMatchObject(followUp);
  expect(room.ports.speaker.said.at(-1)).toBe("More about care. Say more?");
  await room.answer("Longer.");
  expect(room.ports.queue.answers[1]).toMatchObject({ questionId: "Only?/follow-up", responseOrder: 2, take: { number: 2 } });
  room.ports.queue.report([{ order: 2, words: "waiting", recording: "waiting", parts: { sent: 1, total: 2 }, kept: "device" }]);
  expect(room.view()).toMatchObject({ items: [{ state: "device", parts: { sent: 1, total: 2 } }], last: true });
  room.ports.api.adapting.resolve(null);
  await settle();
  expect((await room.act("NEXT")).at).toBe("reviewing");
});

test("waits at most four seconds for the reworded question, then asks as planned", async () => {
  await room.reachQuestion();
  await room.answer();
  room.ports.queue.report([]);
  await settle();
  expect((await room.pass(3_999)).at).toBe("saving");
  expect(await room.pass(1)).toMatchObject({ at: "asking", question: "Second?" });
});

test("continues offline, and closes the interview only when everything has been sent", async () => {
  await room.reachQuestion();
  await room.answer();
  await room.pass(60_000);
  expect(room.view()).toMatchObject({ at: "saving", state: "device", last: false });
  expect((await room.act("NEXT")).at).toBe("asking");
  await room.answer("No.");
  expect(room.view()).toMatchObject({ at: "saving", last: true });
  expect(await room.act("NEXT", "FINISH")).toMatchObject({ at: "completing", state: "sending", items: [{ state: "device" }, {}] });
  expect(room.ports.api.calls).not.toContain("complete");
  await room.act("TRY_AGAIN");
  expect(room.ports.queue.retries).toBe(1);
  room.ports.queue.report([]);
  await settle();
  expect(room.ports.api.calls).toEqual(["openRecording", "closeRecording", "complete"]);
  room.ports.api.completing.resolve();
  await settle();
  expect(room.view()).toEqual({ at: "done" });
  expect(room.heard).toEqual(["interview-complete"]);
  await room.pass(1_999);
  expect(room.heard).not.toContain("LEAVE");
  await room.pass(1);
  expect(room.heard.at(-1)).toBe("LEAVE");
});

test("saves an answer without text only on confirmation", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  expect(await room.complete()).toMatchObject({ at: "checking", canSave: false });
  await room.act("SAVE");
  expect(room.ports.queue.answers).toEqual([]);
  await room.act("SAVE_WITHOUT_WORDS");
  expect(room.ports.queue.answers).toMatchObject([{ responseText: "(No response provided)", mode: "spoken", take: {} }]);
});

test("does not require typing where the server transcribes", async () => {
  await room.reachQuestion(interview({ transcribes: true }));
  await room.act("START_ANSWER");
  room.ports.listener.on?.unavailable("shared-microphone");
  expect(room.view()).toMatchObject({ mode: "spoken", speechUnavailable: "shared-microphone", recording: true });
  expect(await room.act("TYPE_INSTEAD")).toMatchObject({ mode: "typed", canSpeak: true });
  expect(await room.act("SPEAK_INSTEAD")).toMatchObject({ mode: "spoken" });
  expect(await room.complete()).toMatchObject({ at: "checking", canSave: false, toBeHeard: true });
  await room.act("SAVE_WITHOUT_WORDS");
  expect(room.ports.queue.answers).toMatchObject([{ responseText: "(No response provided)", mode: "spoken", take: {} }]);
  // Recognition stays known as unavailable for the next answer.
  expect(await room.act("NEXT", "START_ANSWER")).toMatchObject({ mode: "spoken", canSpeak: true });
});

test("lets the person continue by typing when recognition fails midway", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  await room.speak("I carried");
  room.ports.listener.on?.unavailable("failed");
  expect(room.view()).toMatchObject({ mode: "typed", text: "I carried", canSpeak: false });
});

test("does not need recognition where the server transcribes: it fails midway without a word", async () => {
  await room.reachQuestion(interview({ transcribes: true }));
  await room.act("START_ANSWER");
  await room.speak("I carried");
  room.ports.listener.on?.unavailable("failed");
  expect(room.view()).toMatchObject({ mode: "spoken", text: "I carried", recording: true, toBeHeard: true });
  await room.complete();
  await room.act("SAVE");
  expect(room.ports.queue.answers).toMatchObject([{ responseText: "I carried", mode: "spoken", take: { number: 1 } }]);
  expect(room.ports.queue.answers[0]).not.toHaveProperty("originalText");
  expect(room.heard).toEqual([]);
});

const write = (text: string) => ({ type: "EDIT", text }) as const;

test.each<[string, (Act["type"] | Act)[], (Act["type"] | Act)[], object]>([
  ["typed before speaking again", ["TYPE_INSTEAD", write("I carried trays"), "SPEAK_INSTEAD"], [], { mode: "typed", responseText: "I carried trays" }],
  ["typed when nothing was recognized", [], [write("I carried trays")], { mode: "typed", responseText: "I carried trays" }],
  ["not typed after all", ["TYPE_INSTEAD"], [], { mode: "spoken", responseText: "(No response provided)" }],
])("a transcript cannot replace words that were %s", async (_case, during, after, expected) => {
  await room.reachQuestion(interview({ transcribes: true }));
  await room.act("START_ANSWER", ...during);
  await room.complete();
  await room.act(...after, "SAVE", "SAVE_WITHOUT_WORDS");
  expect(room.ports.queue.answers).toMatchObject([{ ...expected, take: { number: 1 } }]);
});

test("keeps typed words apart from spoken ones when the page is reloaded", async () => {
  await room.reachQuestion(interview({ transcribes: true }));
  await room.act("START_ANSWER");
  expect(room.ports.queue.words).not.toHaveProperty("typed");
  await room.act("TYPE_INSTEAD", write("I carried trays"));
  expect(room.ports.queue.words).toMatchObject({ text: "I carried trays", typed: true });
});

test("records an answer again once, under a new number", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  await room.speak("Um.");
  expect(await room.complete()).toMatchObject({ canRetake: true });
  expect(await room.act("RECORD_AGAIN")).toMatchObject({ at: "answering", text: "", recording: true });
  expect(room.ports.queue.dropped).toEqual([{ interviewId: "interview-1", take: 1 }]);
  await room.speak("Better.");
  expect(await room.complete()).toMatchObject({ text: "Better.", canRetake: false });
  await room.act("RECORD_AGAIN", "SAVE");
  expect(room.ports.queue.answers).toMatchObject([{ responseText: "Better.", take: { number: 2 } }]);
  await room.act("NEXT", "START_ANSWER");
  expect(await room.complete()).toMatchObject({ canRetake: true });
});

test("switches between speaking and typing without losing a word", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  await room.speak("I carried");
  room.ports.listener.on?.guess("plates");
  expect(await room.act("TYPE_INSTEAD")).toMatchObject({ mode: "typed", text: "I carried plates", recording: true });
  await room.act({ type: "EDIT", text: "I carried trays" });
  expect(await room.act("SPEAK_INSTEAD")).toMatchObject({ mode: "spoken", text: "I carried trays" });
  await room.speak("all night.");
  expect(await room.complete()).toMatchObject({ text: "I carried trays all night." });
});

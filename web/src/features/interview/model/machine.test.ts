import { createActor, SimulatedClock } from "xstate";
import { beforeEach, expect, test } from "vitest";
import { type FakePorts, fakePorts, interview, question } from "../testing/fakePorts.ts";
import type { Act, Emitted } from "./base.ts";
import { interviewMachine } from "./machine.ts";
import { CaptureBlocked, type Interview } from "./ports.ts";
import { viewOf } from "./view.ts";

const script = { intro: ({ answers }: Interview) => (answers.length > 0 ? "Welcome back." : "Hello.") };

let clock: SimulatedClock;
let ports: FakePorts;
let room: ReturnType<typeof enter>;

/** Lets every promise that is already settled take effect. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

function enter() {
  const actor = createActor(interviewMachine, { input: { ports, script }, clock });
  const heard: string[] = [];
  actor.on("*", (event: Emitted) => heard.push(event.type === "NOTICE" ? event.notice : event.type));
  actor.start();
  return {
    heard,
    view: () => viewOf(actor.getSnapshot()),
    stop: () => actor.stop(),
    /** Does what a person does, one act after the other. */
    async act(...acts: (Act["type"] | Act)[]) {
      for (const act of acts) {
        actor.send(typeof act === "string" ? ({ type: act } as Act) : act);
        await settle();
      }
      return viewOf(actor.getSnapshot());
    },
    async pass(ms: number) {
      clock.increment(ms);
      await settle();
      return viewOf(actor.getSnapshot());
    },
  };
}

beforeEach(() => {
  clock = new SimulatedClock();
  ports = fakePorts({ now: () => clock.now() });
  room = enter();
});

async function load(loaded = interview()) {
  ports.api.opening.resolve({ interview: loaded });
  await settle();
}

/** Up to the first question, with the introduction over. */
async function reachQuestion(loaded = interview()) {
  await load(loaded);
  await room.act("START", "NEXT");
}

async function speak(words: string) {
  ports.listener.on?.words(words);
  await settle();
}

async function speaksOver() {
  ports.speaker.finish();
  await settle();
}

/** Ends a spoken answer and waits until the take is there. */
async function complete() {
  await room.act("COMPLETE_ANSWER");
  return room.pass(1_000);
}

test("loads, then waits in the lobby with camera and microphone closed", async () => {
  expect(room.view()).toEqual({ at: "loading" });
  await load();
  expect(room.view()).toMatchObject({ at: "lobby", progress: { current: 1, total: 2 } });
  expect(ports.camera.kinds).toEqual([]);
});

test("says when loading failed, and loads again", async () => {
  ports.api.opening.reject(new Error("offline"));
  await settle();
  expect(room.view()).toEqual({ at: "failed" });
  expect(room.heard).toEqual(["setup-failed"]);
  ports.api.opening = fakePorts().api.opening;
  await room.act("TRY_AGAIN");
  await load();
  expect(room.view().at).toBe("lobby");
});

test("sends the person to the consent if there is none", async () => {
  ports.api.opening.resolve("consent-needed");
  await settle();
  expect(room.heard).toEqual(["CONSENT_NEEDED"]);
});

test("introduces itself, and asks the first question one second later", async () => {
  await load();
  expect(await room.act("START")).toMatchObject({ at: "intro", caption: "Hello.", speaking: true });
  await speaksOver();
  expect((await room.pass(999)).at).toBe("intro");
  expect(await room.pass(1)).toMatchObject({ at: "asking", question: "First?", caption: "First?", speaking: true });
  await speaksOver();
  expect(room.view()).toMatchObject({ at: "asking", speaking: false });
  await room.act("ASK_AGAIN");
  expect(ports.speaker.said).toEqual(["Hello.", "First?", "First?"]);
});

test("records from Start My Answer to Complete This Answer and not a moment longer", async () => {
  await reachQuestion();
  expect(ports.recorder.takes).toEqual([]);
  expect(await room.act("START_ANSWER")).toMatchObject({ at: "answering", recording: true, mode: "spoken" });
  expect(ports.recorder.takes).toEqual([{ interviewId: "interview-1", take: 1 }]);
  await speak("I was a cook.");
  expect(await room.act("COMPLETE_ANSWER")).toMatchObject({ at: "answering", stopping: true });
  await speak("Two years.");
  expect(await room.pass(1_000)).toMatchObject({ at: "checking", text: "I was a cook. Two years.", recorded: true });
});

test("starting to answer cuts the interviewer short", async () => {
  await reachQuestion();
  await room.act("START_ANSWER");
  await speaksOver();
  expect(room.view().at).toBe("answering");
});

test("a second press of a button changes nothing", async () => {
  await reachQuestion();
  await room.act("START_ANSWER", "START_ANSWER");
  expect(ports.recorder.takes).toHaveLength(1);
  await speak("Yes.");
  await room.act("COMPLETE_ANSWER", "COMPLETE_ANSWER");
  await room.pass(1_000);
  await room.act("SAVE", "SAVE");
  expect(ports.queue.answers).toHaveLength(1);
});

test("never ends an answer by itself: it asks, and goes on listening", async () => {
  await reachQuestion();
  await room.act("START_ANSWER");
  expect(await room.pass(69_999)).toMatchObject({ nudged: false });
  expect(await room.pass(1)).toMatchObject({ at: "answering", nudged: true, recording: true });
  expect(await room.pass(3_600_000)).toMatchObject({ at: "answering", recording: true });
  await speak("Still here.");
  expect(await complete()).toMatchObject({ at: "checking", text: "Still here." });
});

test("keeps an answer with its words, mode, duration and take, and says it is saved only then", async () => {
  await reachQuestion();
  await room.act("START_ANSWER");
  await speak("I kept calm.");
  await room.pass(42_000);
  await complete();
  await room.act({ type: "EDIT", text: "I kept very calm." });
  expect(await room.act("SAVE")).toMatchObject({ at: "saving", state: "device" });
  expect(ports.queue.answers).toEqual([
    {
      questionId: "First?",
      questionText: "First?",
      responseText: "I kept very calm.",
      responseOrder: 1,
      mode: "spoken",
      durationSeconds: 42,
      take: { number: 1, segments: ports.recorder.segments },
    },
  ]);
  expect(room.heard).toEqual([]);
  ports.queue.report([{ order: 1, words: "sent", recording: "waiting", parts: { sent: 1, total: 2 } }]);
  expect(room.view()).toMatchObject({ state: "device", items: [{ parts: { sent: 1, total: 2 } }, { state: "open" }] });
  ports.queue.report([]);
  expect(room.view()).toMatchObject({ at: "saving", state: "saved", items: [{ state: "saved", seconds: 42 }, {}] });
  expect(room.heard).toEqual(["response-saved"]);
});

/** Answers the question that is being asked, as far as this device. */
async function answer(words = "Yes.") {
  await room.act("START_ANSWER");
  await speak(words);
  await complete();
  await room.act("SAVE");
}

test("asks the next question, in its new words, one and a half seconds after the answer was saved", async () => {
  await reachQuestion();
  await answer();
  ports.api.adapting.resolve(question("Second, for a cook?", "Second?"));
  ports.queue.report([]);
  await settle();
  expect((await room.pass(1_499)).at).toBe("saving");
  expect(await room.pass(1)).toMatchObject({ at: "asking", question: "Second, for a cook?", progress: { current: 2 } });
});

test("asks a follow-up on top of the plan, also after the last question", async () => {
  await reachQuestion(interview({ questions: [question("Only?")] }));
  await answer("Short.");
  expect(room.view()).toMatchObject({ at: "saving", last: true });
  ports.api.adapting.resolve(question("Say more?", "Only?/follow-up"));
  await settle();
  expect(room.view()).toMatchObject({ last: false });
  expect(await room.act("NEXT")).toMatchObject({ at: "asking", question: "Say more?", progress: { current: 1, total: 1 } });
  await answer("Longer.");
  expect(ports.queue.answers[1]).toMatchObject({ questionId: "Only?/follow-up", responseOrder: 2, take: { number: 2 } });
  ports.queue.report([{ order: 2, words: "waiting", recording: "waiting", parts: { sent: 1, total: 2 } }]);
  expect(room.view()).toMatchObject({ items: [{ state: "device", parts: { sent: 1, total: 2 } }], last: true });
  ports.api.adapting.resolve(null);
  await settle();
  expect((await room.act("NEXT")).at).toBe("completing");
});

test("waits four seconds at most for the new words, then asks as planned", async () => {
  await reachQuestion();
  await answer();
  ports.queue.report([]);
  await settle();
  expect((await room.pass(3_999)).at).toBe("saving");
  expect(await room.pass(1)).toMatchObject({ at: "asking", question: "Second?" });
});

test("without a signal the person goes on, and the interview closes only when all of it has been sent", async () => {
  await reachQuestion();
  await answer();
  await room.pass(60_000);
  expect(room.view()).toMatchObject({ at: "saving", state: "device", last: false });
  expect((await room.act("NEXT")).at).toBe("asking");
  await answer("No.");
  expect(room.view()).toMatchObject({ at: "saving", last: true });
  expect(await room.act("NEXT")).toMatchObject({ at: "completing", state: "sending", items: [{ state: "device" }, {}] });
  expect(ports.api.calls).not.toContain("complete");
  await room.act("TRY_AGAIN");
  expect(ports.queue.retries).toBe(1);
  ports.queue.report([]);
  await settle();
  expect(ports.api.calls).toEqual(["openRecording", "closeRecording", "complete"]);
  ports.api.completing.resolve();
  await settle();
  expect(room.view()).toEqual({ at: "done" });
  expect(room.heard).toEqual(["interview-complete"]);
  await room.pass(1_999);
  expect(room.heard).not.toContain("LEAVE");
  await room.pass(1);
  expect(room.heard.at(-1)).toBe("LEAVE");
});

test("what the server refuses is shown, and does not hold the interview back", async () => {
  await reachQuestion(interview({ questions: [question("Only?")] }));
  await answer();
  ports.queue.report([{ order: 1, words: "sent", recording: "refused", parts: { sent: 1, total: 2 } }]);
  expect(room.view()).toMatchObject({ at: "saving", state: "refused" });
  expect(await room.act("NEXT")).toMatchObject({ at: "completing", state: "closing" });
});

test("says when the interview could not be closed, and tries again", async () => {
  await reachQuestion(interview({ questions: [question("Only?")] }));
  await answer();
  ports.queue.report([]);
  await room.act("NEXT");
  ports.api.completing.reject(new Error("500"));
  await settle();
  expect(room.view()).toMatchObject({ at: "completing", state: "failed" });
  expect(room.heard.at(-1)).toBe("completion-failed");
  await room.act("TRY_AGAIN");
  expect(ports.api.calls.filter((call) => call === "complete")).toHaveLength(2);
});

test("an answer that this device can not keep stays on the screen", async () => {
  await reachQuestion();
  ports.queue.full = true;
  await answer("All of it.");
  expect(room.view()).toMatchObject({ at: "checking", text: "All of it." });
  expect(room.heard).toEqual(["save-failed"]);
  ports.queue.full = false;
  expect(await room.act("SAVE")).toMatchObject({ at: "saving", state: "device" });
});

test("an answer without words is saved only if the person insists", async () => {
  await reachQuestion();
  await room.act("START_ANSWER");
  expect(await complete()).toMatchObject({ at: "checking", canSave: false });
  await room.act("SAVE");
  expect(ports.queue.answers).toEqual([]);
  await room.act("SAVE_WITHOUT_WORDS");
  expect(ports.queue.answers).toMatchObject([{ responseText: "(No response provided)", mode: "spoken", take: {} }]);
});

test("an answer is recorded again once, under a new number", async () => {
  await reachQuestion();
  await room.act("START_ANSWER");
  await speak("Um.");
  expect(await complete()).toMatchObject({ canRetake: true });
  expect(await room.act("RECORD_AGAIN")).toMatchObject({ at: "answering", text: "", recording: true });
  expect(ports.queue.dropped).toEqual([{ interviewId: "interview-1", take: 1 }]);
  await speak("Better.");
  expect(await complete()).toMatchObject({ text: "Better.", canRetake: false });
  await room.act("RECORD_AGAIN", "SAVE");
  expect(ports.queue.answers).toMatchObject([{ responseText: "Better.", take: { number: 2 } }]);
  await room.act("NEXT", "START_ANSWER");
  expect(await complete()).toMatchObject({ canRetake: true });
});

test("switches between speaking and typing without losing a word", async () => {
  await reachQuestion();
  await room.act("START_ANSWER");
  await speak("I carried");
  ports.listener.on?.guess("plates");
  expect(await room.act("TYPE_INSTEAD")).toMatchObject({ mode: "typed", text: "I carried plates", recording: true });
  await room.act({ type: "EDIT", text: "I carried trays" });
  expect(await room.act("SPEAK_INSTEAD")).toMatchObject({ mode: "spoken", text: "I carried trays" });
  await speak("all night.");
  expect(await complete()).toMatchObject({ text: "I carried trays all night." });
});

test("where words are not recognised, typing is offered at once and the recording goes on", async () => {
  await reachQuestion();
  await room.act("START_ANSWER");
  ports.listener.on?.unavailable("failed");
  await settle();
  expect(room.view()).toMatchObject({ mode: "typed", deaf: "failed", canSpeak: false, recording: true });
  await room.act("SPEAK_INSTEAD", { type: "EDIT", text: "Main points." });
  await complete();
  await room.act("SAVE", "NEXT", "START_ANSWER");
  expect(ports.queue.answers).toMatchObject([{ mode: "typed", take: { number: 1 } }]);
  expect(room.view()).toMatchObject({ at: "answering", mode: "typed", recording: true });
  expect(ports.listener.listens).toBe(1);
});

test.each(["denied", "missing", "busy", "unsupported"] as const)("says that the camera is %s", async (reason) => {
  ports.camera.willFail(new CaptureBlocked(reason));
  await load();
  expect(await room.act("START")).toMatchObject({ at: "blocked", reason, kind: "video" });
});

test("goes on with the microphone alone, then with typing alone", async () => {
  ports.camera.willFail(new CaptureBlocked("denied"), new CaptureBlocked("denied"), new CaptureBlocked("missing"));
  await load();
  await room.act("START");
  expect((await room.act("TRY_AGAIN")).at).toBe("blocked");
  expect(await room.act("GO_ON_WITHOUT_CAMERA")).toMatchObject({ at: "blocked", kind: "audio", reason: "missing" });
  await room.act("GO_ON_TYPING", "NEXT");
  expect(await room.act("START_ANSWER")).toMatchObject({ at: "answering", mode: "typed", recording: false });
  expect(ports.camera.kinds).toEqual(["video", "video", "audio"]);
  await room.act({ type: "EDIT", text: "Typed." }, "COMPLETE_ANSWER");
  expect(ports.queue.answers).toMatchObject([{ responseText: "Typed.", mode: "typed" }]);
  expect(ports.queue.answers[0]).not.toHaveProperty("take");
});

test("a blank typed answer is not saved", async () => {
  ports.camera.willFail(new CaptureBlocked("missing"));
  await load();
  await room.act("START", "GO_ON_TYPING");
  await room.act("NEXT", "START_ANSWER", { type: "EDIT", text: "  " });
  expect(await room.act("COMPLETE_ANSWER", "SAVE")).toMatchObject({ at: "checking", canSave: false });
  expect(ports.queue.answers).toEqual([]);
});

test("a camera lost in the middle of an answer comes back as another segment of the same take", async () => {
  await reachQuestion();
  await room.act("START_ANSWER");
  ports.camera.captures[0]?.lose();
  expect(room.view()).toMatchObject({ at: "answering", recording: false });
  await settle();
  expect(room.view()).toMatchObject({ at: "answering", recording: true });
  expect(ports.recorder.captures).toEqual(ports.camera.captures);
  expect(ports.recorder.takes).toHaveLength(1);
  expect(ports.camera.captures.map(({ closed }) => closed)).toEqual([true, false]);
});

test("a camera that does not come back ends the recording, not the answer", async () => {
  await reachQuestion();
  await room.act("START_ANSWER");
  await speak("So I");
  ports.camera.willFail(new CaptureBlocked("missing"));
  ports.camera.captures[0]?.lose();
  await settle();
  expect(room.view()).toMatchObject({ at: "answering", recording: false, text: "So I" });
  expect(room.heard).toEqual(["recording-issue"]);
  expect(await room.act("COMPLETE_ANSWER")).toMatchObject({ at: "checking", text: "So I", recorded: true });
});

test("a recorder that keeps breaking is not restarted for ever", async () => {
  await reachQuestion();
  await room.act("START_ANSWER");
  for (let times = 0; times < 6; times += 1) {
    ports.recorder.broken();
    await settle();
  }
  expect(room.view()).toMatchObject({ at: "answering", recording: false });
  expect(ports.camera.kinds).toHaveLength(4);
  expect(room.heard).toContain("recording-issue");
});

test("a camera lost between answers is opened again before the next one", async () => {
  await reachQuestion();
  ports.camera.captures[0]?.lose();
  expect(room.heard).toEqual(["connection-error"]);
  ports.camera.willFail(new CaptureBlocked("busy"));
  expect(await room.act("START_ANSWER")).toMatchObject({ at: "blocked", reason: "busy" });
  expect(await room.act("TRY_AGAIN")).toMatchObject({ at: "asking", question: "First?" });
  expect(await room.act("START_ANSWER")).toMatchObject({ at: "answering", recording: true });
});

test("a recording that the server did not open is reported, and the interview goes on", async () => {
  await reachQuestion();
  ports.api.recording.reject(new Error("503"));
  await settle();
  expect(room.heard).toEqual(["recording-issue"]);
  expect(await room.act("START_ANSWER")).toMatchObject({ at: "answering", recording: true });
});

const saved = (id: string, order: number) => ({ order, questionId: id, questionText: id, responseText: "Yes." });

test("comes back at the first unanswered question, counting what is still on this device", async () => {
  const left = [{ order: 3, questionId: "2?", questionText: "2?", responseText: "Two." }];
  ports.queue.left = { answers: left, lastTake: 3 };
  const questions = [question("1?"), question("2?"), question("3?")];
  const answers = ["1?", "1?/follow-up"].map((id, index) => saved(id, index + 1));
  await load(interview({ questions, answers, lastTake: 2 }));
  expect(await room.act("START")).toMatchObject({ at: "intro", caption: "Welcome back." });
  expect(await room.act("NEXT")).toMatchObject({ at: "asking", question: "3?", progress: { current: 3, total: 3 } });
  await room.act("START_ANSWER");
  expect(ports.recorder.takes).toEqual([{ interviewId: "interview-1", take: 4 }]);
  await speak("Three.");
  await complete();
  await room.act("SAVE");
  expect(ports.queue.answers).toMatchObject([{ responseOrder: 4 }]);
});

test("comes back to an interview with every answer given only to close it", async () => {
  const answers = ["First?", "Second?"].map((id, index) => saved(id, index + 1));
  ports.queue.report([{ order: 2, words: "waiting", recording: "none", parts: { sent: 0, total: 0 } }]);
  await load(interview({ answers }));
  expect(room.view()).toMatchObject({ at: "completing", state: "sending" });
  ports.queue.report([]);
  await settle();
  expect(ports.api.calls).toEqual(["closeRecording", "complete"]);
  expect(ports.camera.kinds).toEqual([]);
});

test("ending early closes the interview and drops the answer that was not saved", async () => {
  await reachQuestion();
  await room.act("START_ANSWER");
  expect(await room.act("END")).toMatchObject({ at: "completing" });
  expect(ports.recorder.abandoned).toBe(1);
  expect(ports.queue.dropped).toEqual([{ interviewId: "interview-1", take: 1 }]);
  expect(ports.api.calls).toContain("complete");
});

test("leaving the page releases camera, recorder, listener and screen", async () => {
  await reachQuestion();
  await room.act("START_ANSWER");
  expect(ports.wakeLock.held).toBe(1);
  room.stop();
  expect(ports.camera.captures.map(({ closed }) => closed)).toEqual([true]);
  expect(ports.recorder.abandoned).toBe(1);
  expect(ports.listener.on).toBeNull();
  expect(ports.wakeLock.held).toBe(0);
});

import { beforeEach, expect, test } from "vitest";
import { enterRoom, settle } from "../testing/enterRoom.ts";
import { FakeApi } from "../testing/fakeApi.ts";
import { interview, question } from "../testing/fakePorts.ts";
import { CaptureBlocked, type Chunk } from "./ports.ts";

let room: ReturnType<typeof enterRoom>;

beforeEach(() => {
  room = enterRoom();
});

const saved = (id: string, order: number) => ({ order, questionId: id, questionText: id, responseText: "Yes." });

test("reports a failed load, and loads again", async () => {
  room.ports.api.opening.reject(new Error("offline"));
  await settle();
  expect(room.view()).toEqual({ at: "failed" });
  expect(room.heard).toEqual(["setup-failed"]);
  room.ports.api.opening = new FakeApi().opening;
  await room.act("TRY_AGAIN");
  await room.load();
  expect(room.view().at).toBe("lobby");
});

test("redirects to the consent if there is none", async () => {
  room.ports.api.opening.resolve("consent-needed");
  await settle();
  expect(room.heard).toEqual(["CONSENT_NEEDED"]);
});

test("reports what the server rejected, and continues the interview", async () => {
  await room.reachQuestion(interview({ questions: [question("Only?")] }));
  await room.answer();
  room.ports.queue.report([{ order: 1, words: "sent", recording: "refused", parts: { sent: 1, total: 2 }, kept: "device" }]);
  expect(room.view()).toMatchObject({ at: "saving", state: "refused" });
  expect(await room.act("NEXT", "FINISH")).toMatchObject({ at: "completing", state: "closing" });
});

test("reports that the interview could not be closed, and retries", async () => {
  await room.reachQuestion(interview({ questions: [question("Only?")] }));
  await room.answer();
  room.ports.queue.report([]);
  await room.act("NEXT", "FINISH");
  room.ports.api.completing.reject(new Error("500"));
  await settle();
  expect(room.view()).toMatchObject({ at: "completing", state: "failed" });
  expect(room.heard.at(-1)).toBe("completion-failed");
  await room.act("TRY_AGAIN");
  expect(room.ports.api.calls.filter((call) => call === "complete")).toHaveLength(2);
});

test("keeps an answer on the screen that this device cannot store", async () => {
  await room.reachQuestion();
  room.ports.queue.full = true;
  await room.answer("All of it.");
  expect(room.view()).toMatchObject({ at: "checking", text: "All of it." });
  expect(room.heard).toEqual(["save-failed"]);
  room.ports.queue.full = false;
  expect(await room.act("SAVE")).toMatchObject({ at: "saving", state: "device" });
});

test("offers typing at once when recognition fails, and keeps recording", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  room.ports.listener.on?.unavailable("failed");
  await settle();
  expect(room.view()).toMatchObject({ mode: "typed", speechUnavailable: "failed", canSpeak: false, recording: true });
  await room.act("SPEAK_INSTEAD", { type: "EDIT", text: "Main points." });
  await room.complete();
  await room.act("SAVE", "NEXT", "START_ANSWER");
  expect(room.ports.queue.answers).toMatchObject([{ mode: "typed", take: { number: 1 } }]);
  expect(room.view()).toMatchObject({ at: "answering", mode: "typed", recording: true });
  expect(room.ports.listener.listens).toBe(1);
});

test("asks for typing where the server transcribes only when neither recording nor recognition works", async () => {
  await room.reachQuestion(interview({ transcribes: true }));
  await room.act("START_ANSWER");
  room.ports.listener.on?.unavailable("failed");
  expect(room.view()).toMatchObject({ mode: "spoken", recording: true });
  room.ports.camera.willFail(new CaptureBlocked("busy"), new CaptureBlocked("busy"));
  room.ports.camera.captures[0]?.lose();
  await settle();
  expect(room.view()).toMatchObject({ mode: "typed", recording: false, recorded: true });
});

test.each(["denied", "missing", "busy", "unsupported"] as const)("reports that the camera is %s", async (reason) => {
  room.ports.camera.willFail(new CaptureBlocked(reason));
  await room.load();
  expect(await room.act("START")).toMatchObject({ at: "blocked", reason, kind: "video" });
});

test("continues with the microphone alone, then with typing alone", async () => {
  room.ports.camera.willFail(new CaptureBlocked("denied"), new CaptureBlocked("denied"), new CaptureBlocked("missing"));
  await room.load();
  await room.act("START");
  expect((await room.act("TRY_AGAIN")).at).toBe("blocked");
  expect(await room.act("GO_ON_WITHOUT_CAMERA")).toMatchObject({ at: "blocked", kind: "audio", reason: "missing" });
  await room.act("GO_ON_TYPING", "NEXT");
  expect(await room.act("START_ANSWER")).toMatchObject({ at: "answering", mode: "typed", recording: false });
  expect(room.ports.camera.kinds).toEqual(["video", "video", "audio"]);
  await room.act({ type: "EDIT", text: "Typed." });
  expect(await room.act("COMPLETE_ANSWER")).toMatchObject({ at: "checking", text: "Typed.", canSave: true, recorded: false });
  expect(await room.act("SAVE")).toMatchObject({ at: "saving", state: "device" });
  expect(room.ports.queue.answers).toMatchObject([{ responseText: "Typed.", mode: "typed" }]);
  expect(room.ports.queue.answers[0]).not.toHaveProperty("take");
});

test("does not save a blank typed answer", async () => {
  room.ports.camera.willFail(new CaptureBlocked("missing"));
  await room.load();
  await room.act("START", "GO_ON_TYPING");
  await room.act("NEXT", "START_ANSWER", { type: "EDIT", text: "  " });
  expect(await room.act("COMPLETE_ANSWER", "SAVE")).toMatchObject({ at: "checking", canSave: false });
  expect(room.ports.queue.answers).toEqual([]);
});

test("continues in a new segment of the same take after a camera loss", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  room.ports.camera.captures[0]?.lose();
  expect(room.view()).toMatchObject({ at: "answering", recording: false });
  await settle();
  expect(room.view()).toMatchObject({ at: "answering", recording: true });
  expect(room.ports.recorder.captures).toEqual(room.ports.camera.captures);
  expect(room.ports.recorder.takes).toHaveLength(1);
  expect(room.ports.camera.captures.map(({ closed }) => closed)).toEqual([true, false]);
});

test("continues with audio, in a new segment of the same take, when the camera stays lost", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  room.ports.camera.willFail(new CaptureBlocked("missing"));
  room.ports.camera.captures[0]?.lose();
  await settle();
  expect(room.view()).toMatchObject({ at: "answering", recording: true, capture: { kind: "audio" } });
  expect(room.ports.camera.kinds).toEqual(["video", "video", "audio"]);
  expect(room.ports.recorder.takes).toHaveLength(1);
  expect(room.heard).toEqual(["sound-only"]);
});

test("ends the recording, not the answer, when the microphone is lost, too", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  await room.speak("So I");
  room.ports.camera.willFail(new CaptureBlocked("missing"), new CaptureBlocked("missing"));
  room.ports.camera.captures[0]?.lose();
  await settle();
  expect(room.view()).toMatchObject({ at: "answering", recording: false, text: "So I" });
  expect(room.heard).toEqual(["sound-only", "recording-issue"]);
  expect(await room.act("COMPLETE_ANSWER")).toMatchObject({ at: "checking", text: "So I", recorded: true });
});

test("does not restart a broken recorder forever", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  for (let times = 0; times < 6; times += 1) {
    room.ports.recorder.broken();
    await settle();
  }
  expect(room.view()).toMatchObject({ at: "answering", recording: false });
  expect(room.ports.camera.kinds).toHaveLength(4);
  expect(room.heard).toContain("recording-issue");
});

test("survives any number of failures in a long answer while data is recorded in between", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  for (let times = 0; times < 12; times += 1) {
    room.ports.recorder.broken();
    await settle();
    await room.ports.recorder.keep({} as Chunk);
  }
  expect(room.view()).toMatchObject({ at: "answering", recording: true });
});

test("reports once that the device is full and the page must stay open", async () => {
  await room.reachQuestion();
  room.ports.queue.kept = "page";
  await room.act("START_ANSWER");
  await room.ports.recorder.keep({} as Chunk);
  await room.ports.recorder.keep({} as Chunk);
  expect(room.heard).toEqual(["device-full"]);
  await room.speak("Yes.");
  await room.complete();
  expect(await room.act("SAVE")).toMatchObject({ at: "saving", state: "page", items: [{ state: "page" }, {}] });
});

test("truncates an answer longer than the server accepts", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  await room.speak("x".repeat(30_000));
  await room.pass(100_000_000);
  await room.complete();
  await room.act("SAVE");
  const [answer] = room.ports.queue.answers;
  expect([answer?.responseText.length, answer?.durationSeconds]).toEqual([20_000, 86_400]);
});

test("reopens a camera lost between answers before the next one", async () => {
  await room.reachQuestion();
  room.ports.camera.captures[0]?.lose();
  expect(room.heard).toEqual(["connection-error"]);
  room.ports.camera.willFail(new CaptureBlocked("busy"));
  expect(await room.act("START_ANSWER")).toMatchObject({ at: "blocked", reason: "busy" });
  expect(await room.act("TRY_AGAIN")).toMatchObject({ at: "asking", question: "First?" });
  expect(await room.act("START_ANSWER")).toMatchObject({ at: "answering", recording: true });
});

test("reports a recording that the server did not open, and continues", async () => {
  await room.reachQuestion();
  room.ports.api.recording.reject(new Error("503"));
  await settle();
  expect(room.heard).toEqual(["recording-issue"]);
  expect(await room.act("START_ANSWER")).toMatchObject({ at: "answering", recording: true });
});

test("resumes at the first unanswered question, counting answers still on this device", async () => {
  const left = [{ order: 3, questionId: "2?", questionText: "2?", responseText: "Two." }];
  room.ports.queue.left = { answers: left, lastTake: 3, unfinished: null };
  const questions = [question("1?"), question("2?"), question("3?")];
  const answers = ["1?", "1?/follow-up"].map((id, index) => saved(id, index + 1));
  await room.load(interview({ questions, answers, lastTake: 2 }));
  expect(await room.act("START")).toMatchObject({ at: "intro", caption: "Welcome back." });
  expect(await room.act("NEXT")).toMatchObject({ at: "asking", question: "3?", progress: { current: 3, total: 3 } });
  await room.act("START_ANSWER");
  expect(room.ports.recorder.takes).toEqual([{ interviewId: "interview-1", take: 4 }]);
  await room.speak("Three.");
  await room.complete();
  await room.act("SAVE");
  expect(room.ports.queue.answers).toMatchObject([{ responseOrder: 4 }]);
});

test("resumes a fully answered interview at the final review", async () => {
  const answers = ["First?", "Second?"].map((id, index) => saved(id, index + 1));
  room.ports.queue.report([{ order: 2, words: "waiting", recording: "none", parts: { sent: 0, total: 0 }, kept: "device" }]);
  await room.load(interview({ answers }));
  expect(room.view()).toMatchObject({ at: "reviewing", said: [{ order: 1 }, { order: 2 }] });
  expect(await room.act("FINISH")).toMatchObject({ at: "completing", state: "sending" });
  room.ports.queue.report([]);
  await settle();
  expect(room.ports.api.calls).toEqual(["closeRecording", "complete"]);
  expect(room.ports.camera.kinds).toEqual([]);
});

test("ending early closes the interview and drops the unsaved answer", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  expect(await room.act("END")).toMatchObject({ at: "completing" });
  expect(room.ports.recorder.abandoned).toBe(1);
  expect(room.ports.queue.dropped).toEqual([{ interviewId: "interview-1", take: 1 }]);
  expect(room.ports.api.calls).toContain("complete");
});

test("leaving the page releases camera, recorder, listener and screen lock", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  expect(room.ports.wakeLock.held).toBe(1);
  room.stop();
  expect(room.ports.camera.captures.map(({ closed }) => closed)).toEqual([true]);
  expect(room.ports.recorder.abandoned).toBe(1);
  expect(room.ports.listener.on).toBeNull();
  expect(room.ports.wakeLock.held).toBe(0);
});

test("stops when another tab takes over, and can take the interview back", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  room.ports.presence.lose();
  expect(room.view()).toEqual({ at: "elsewhere" });
  expect(room.ports.camera.captures.map(({ closed }) => closed)).toEqual([true]);
  room.ports.api.opening = new FakeApi().opening;
  await room.act("TAKE_OVER");
  await room.load(interview({ answers: [saved("First?", 1)] }));
  expect(room.view()).toMatchObject({ at: "lobby", rejoined: true });
  expect(room.ports.presence.claims).toEqual([false, true]);
  expect(room.ports.presence.held).toBe(1);
});

test("resumes an interrupted answer in the same take, with its text", async () => {
  const segments = [{ segment: 0, count: 7, mimeType: "video/webm" }];
  const unfinished = { order: 1, questionId: "First?", text: "I was", take: 4, segments };
  room.ports.queue.left = { answers: [], lastTake: 4, unfinished };
  await room.load();
  expect(room.view()).toMatchObject({ at: "lobby", rejoined: true });
  await room.act("START", "NEXT", "START_ANSWER");
  expect(room.heard).toEqual(["answer-kept"]);
  expect(room.view()).toMatchObject({ at: "answering", text: "I was", recording: true });
  expect(room.ports.recorder).toMatchObject({ takes: [{ take: 4 }], firstSegment: 1 });
  await room.speak("a cook.");
  expect(room.ports.queue.words).toEqual({ order: 1, questionId: "First?", text: "I was a cook." });
  room.ports.recorder.segments = [{ segment: 1, count: 2, mimeType: "video/webm" }];
  await room.complete();
  await room.act("SAVE");
  const take = { number: 4, segments: [...segments, ...room.ports.recorder.segments] };
  expect(room.ports.queue.answers).toMatchObject([{ responseText: "I was a cook.", take }]);
});

test("ignores the rest of an answer that was given elsewhere", async () => {
  const unfinished = { order: 1, questionId: "First?", text: "I was", take: 4, segments: [] };
  room.ports.queue.left = { answers: [], lastTake: 4, unfinished };
  await room.load(interview({ answers: [saved("First?", 1)] }));
  await room.act("START", "NEXT", "START_ANSWER");
  expect(room.view()).toMatchObject({ at: "answering", text: "" });
  expect(room.ports.recorder.takes).toMatchObject([{ take: 5 }]);
});

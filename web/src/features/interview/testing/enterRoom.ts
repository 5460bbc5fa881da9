import { createActor, SimulatedClock } from "xstate";
import type { Act, Emitted } from "../model/base.ts";
import { interviewMachine } from "../model/machine.ts";
import type { InterviewPreferences, Interview, VoiceUnavailable } from "../model/ports.ts";
import { isUnsafeToLeave, viewOf } from "../model/view.ts";
import { fakePorts, interview, question } from "./fakePorts.ts";

const script = {
  intro: ({ answers }: Interview) => (answers.length > 0 ? "Welcome back." : "Hello."),
  followUp: (question: string, topic: string) => `More about ${topic}. ${question}`,
};

/** Flushes the promises that are already settled. */
export const settle = () => new Promise((resolve) => setTimeout(resolve));

/** An interview with fake ports, and the person's actions in it. */
export function enterRoom(preferences?: InterviewPreferences) {
  const world = openRoom(preferences);
  return { ...world, ...ways(world) };
}

function openRoom(preferences?: InterviewPreferences) {
  const clock = new SimulatedClock();
  const ports = fakePorts({ now: () => clock.now() });
  if (preferences) ports.preferences.keep(preferences);
  const actor = createActor(interviewMachine, { input: { ports, script }, clock });
  const heard: string[] = [];
  actor.on("*", (event: Emitted) => heard.push(event.type === "NOTICE" ? event.notice : event.type));
  actor.start();
  const view = () => viewOf(actor.getSnapshot());

  /** Single actions of the person. */
  async function act(...acts: (Act["type"] | Act)[]) {
    for (const one of acts) {
      actor.send(typeof one === "string" ? ({ type: one } as Act) : one);
      await settle();
    }
    return view();
  }

  async function pass(ms: number) {
    clock.increment(ms);
    await settle();
    return view();
  }

  const leaving = () => isUnsafeToLeave(actor.getSnapshot());
  return { ports, heard, view, act, pass, isUnsafeToLeave: leaving, stop: () => actor.stop() };
}

/** Longer sequences of an interview. */
function ways({ ports, act, pass }: ReturnType<typeof openRoom>) {
  async function load(loaded = interview()) {
    ports.api.opening.resolve({ interview: loaded });
    await settle();
  }

  /** Advances to the first question, with the introduction over. */
  async function reachQuestion(loaded = interview()) {
    await load(loaded);
    await act("START", "NEXT");
  }

  async function speak(words: string) {
    ports.listener.on?.words(words);
    await settle();
  }

  /** Finishes the interviewer's current speech. */
  async function speaksOver(outcome: "spoken" | VoiceUnavailable = "spoken") {
    ports.speaker.finish(outcome);
    await settle();
  }

  /** Ends a spoken answer and waits until the take is there. */
  async function complete() {
    await act("COMPLETE_ANSWER");
    return pass(1_000);
  }

  /** Answers the current question and stores it on this device. */
  async function answer(words = "Yes.") {
    await act("START_ANSWER");
    await speak(words);
    await complete();
    await act("SAVE");
  }

  /** Advances to the final review of an interview with one question. */
  async function reachReview(words = "Yes.") {
    await reachQuestion(interview({ questions: [question("Only?")] }));
    await answer(words);
    ports.api.adapting.resolve(null);
    ports.queue.report([]);
    await settle();
    return pass(1_500);
  }

  /** Likewise, with an answer in which no words were recognized. */
  async function reachWordlessReview() {
    await act("START_ANSWER");
    await complete();
    await act("SAVE_WITHOUT_WORDS");
    ports.api.adapting.resolve(null);
    ports.queue.report([]);
    await settle();
    return pass(1_500);
  }

  /** Likewise, with server-side transcription: `captions` is what the browser recognized, if anything. */
  async function reachTranscribedReview(captions = "") {
    await reachQuestion(interview({ questions: [question("Only?")], transcribes: true }));
    await act("START_ANSWER");
    if (captions) await speak(captions);
    else ports.listener.on?.unavailable("failed");
    await complete();
    await act(captions ? "SAVE" : "SAVE_WITHOUT_WORDS");
    ports.api.adapting.resolve(null);
    ports.queue.report([]);
    await settle();
    return pass(1_500);
  }

  return { load, reachQuestion, speak, speaksOver, complete, answer, reachReview, reachWordlessReview, reachTranscribedReview };
}

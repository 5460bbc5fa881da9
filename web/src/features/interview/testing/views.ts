/** One view of each interview state, for tests of the screens. */

import type { InterviewView, Item } from "../model/view.ts";
import { FakeCapture } from "./fakePorts.ts";

const progress = { current: 2, total: 4 };
const capture = new FakeCapture();
const question = "Tell me about a very busy shift. What did you do to keep up?";

export const items: Item[] = [
  { topic: "Experience", state: "saved", problem: null, parts: null, seconds: 68 },
  { topic: "Busy shifts", state: "device", problem: null, parts: { sent: 3, total: 5 }, seconds: 56 },
  { topic: "Availability", state: "refused", problem: "rejected", parts: null, seconds: null },
  { topic: "Why this work", state: "open", problem: null, parts: null, seconds: null },
];

type ViewOf<At extends InterviewView["at"]> = Extract<InterviewView, { at: At }>;

export const views: { [At in InterviewView["at"]]: ViewOf<At> } = {
  loading: { at: "loading" },
  failed: { at: "failed" },
  elsewhere: { at: "elsewhere" },
  lobby: { at: "lobby", progress, job: "Line Cook", rejoined: false },
  opening: { at: "opening", progress },
  blocked: { at: "blocked", progress, reason: "denied", kind: "video" },
  intro: { at: "intro", progress: { ...progress, current: 1 }, rejoined: false, caption: "Hello.", speaking: true, capture },
  asking: { at: "asking", progress, question, begun: false, caption: "What did you do to keep up?", speaking: true, capture },
  answering: {
    at: "answering",
    progress,
    question,
    clock: { startedAt: 0, expected: 60 },
    mode: "spoken",
    text: "I wrote every table's time",
    guess: "on my pad",
    speechUnavailable: null,
    toBeHeard: false,
    canSpeak: true,
    nudged: false,
    recording: true,
    recorded: true,
    capture,
  },
  checking: {
    at: "checking",
    progress,
    question,
    mode: "spoken",
    text: "I wrote every table's time on my pad.",
    started: "words",
    recorded: true,
    settling: false,
    recording: false,
    canSave: true,
    savesItself: false,
    canRetake: true,
    toBeHeard: false,
  },
  saving: { at: "saving", progress, state: "device", last: false, items },
  reviewing: {
    at: "reviewing",
    progress,
    said: [
      {
        order: 1,
        question: "Tell me about your kitchen experience.",
        text: "I wrote every table's time on my pad.",
        state: "own",
        delay: null,
        language: null,
        passages: [],
      },
      { order: 2, question, text: "", state: "missing", delay: null, language: null, passages: [] },
    ],
    finishing: false,
  },
  completing: { at: "completing", progress, state: "sending", items },
  done: { at: "done" },
};

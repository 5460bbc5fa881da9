/** All states of the interview room, by the name of their screenshot. */

import type { Notice } from "#/features/interview/model/base.ts";
import type { BlockReason, Capture, SpeechUnavailable } from "#/features/interview/model/ports.ts";
import type { InterviewView } from "#/features/interview/model/view.ts";
import { items, views } from "#/features/interview/testing/views.ts";

export interface Moment {
  view: InterviewView;
  /** The current viewers. */
  watched?: string[];
  notice?: Notice;
  signedOut?: boolean;
  /** The sign-in was postponed. */
  putOff?: boolean;
}

const { answering, checking, saving, completing, reviewing, blocked } = views;
const LONG_QUESTION =
  "Tell me about a time when a guest was unhappy with what came out of the kitchen. What had happened, what did you do, and what did you do differently on your next shift?";
const LONG_ANSWER =
  "One Mother's Day we had three hundred covers. I prepped my station early, called out tickets, and asked the dishwasher to plate with me. Every order left in time, and nobody had to wait for longer than twenty minutes.";

const blockedBy = (reason: BlockReason, kind: Capture["kind"] = "video"): Moment => ({ view: { ...blocked, reason, kind } });
const typing = (speechUnavailable: SpeechUnavailable | null): InterviewView => ({
  ...answering,
  mode: "typed",
  guess: "",
  speechUnavailable,
  text: "I prepped my station early.",
});
const withNotice = (view: InterviewView, notice: Notice): Moment => ({ view, notice });

export const moments: Record<string, Moment> = {
  "01-loading": { view: views.loading },
  "01-failed": { view: views.failed },
  "01-elsewhere": { view: views.elsewhere },
  "02-lobby": { view: views.lobby },
  "02-lobby-back": { view: { ...views.lobby, rejoined: true } },
  "02-opening": { view: views.opening },
  "03-blocked-denied": blockedBy("denied"),
  "03-blocked-busy": blockedBy("busy"),
  "03-blocked-missing": blockedBy("missing"),
  "03-blocked-unsupported": blockedBy("unsupported"),
  "03-blocked-microphone": blockedBy("denied", "audio"),
  "04-intro": { view: { ...views.intro, caption: "Hello, Rosa. I have four questions about work as a line cook." } },
  "05-asking": { view: views.asking },
  "05-asking-said": { view: { ...views.asking, speaking: false } },
  "05-asking-long": { view: { ...views.asking, question: LONG_QUESTION } },
  "05-asking-typed": { view: { ...views.asking, capture: null } },
  "06-answering": { view: answering },
  "06-answering-long": { view: { ...answering, question: LONG_QUESTION, text: LONG_ANSWER } },
  "06-answering-nudged": { view: { ...answering, text: "", guess: "", nudged: true } },
  "06-answering-no-hurry": { view: { ...answering, clock: null } },
  "06-answering-watched": { view: answering, watched: ["Lea Brandt"] },
  "06-answering-put-off": { view: answering, putOff: true },
  "06-answering-not-recorded": withNotice({ ...typing("failed"), recording: false, capture: null } as InterviewView, "recording-issue"),
  "06-answering-device-full": withNotice(answering, "device-full"),
  "06-answering-sound-only": withNotice(answering, "sound-only"),
  "06-answering-connection": withNotice(answering, "connection-error"),
  "06-answering-signed-out": { view: answering, signedOut: true },
  "06-typing": { view: typing(null) },
  "06-typing-shared-microphone": { view: typing("shared-microphone") },
  "06-typing-no-words": { view: typing("no-words") },
  "06-typing-not-recorded": { view: { ...typing("unsupported"), recording: false, recorded: false, capture: null, canSpeak: false } as InterviewView },
  "06-typing-long": { view: { ...typing("failed"), question: LONG_QUESTION, text: LONG_ANSWER } as InterviewView },
  "06-heard-later": { view: { ...answering, text: "", guess: "", speechUnavailable: "shared-microphone" } },
  "07-checking": { view: checking },
  "07-checking-settling": { view: { ...checking, settling: true, recording: true } },
  "07-checking-long": { view: { ...checking, question: LONG_QUESTION, text: LONG_ANSWER } },
  "07-checking-last-try": { view: { ...checking, canRetake: false } },
  "07-checking-wordless": { view: { ...checking, text: "", started: "empty", canSave: false } },
  "07-checking-heard-later": { view: { ...checking, text: "", started: "empty", canSave: false, toBeHeard: true } },
  "07-checking-nothing": { view: { ...checking, text: "", started: "empty", recorded: false, canSave: false } },
  "08-saving-keeping": { view: { ...saving, state: "keeping" } },
  "08-saving-device": { view: saving },
  "08-saving-page": { view: { ...saving, state: "page" } },
  "08-saving-saved": { view: { ...saving, state: "saved", items: items.map((item) => ({ ...item, state: "saved", parts: null })) } },
  "08-saving-refused": { view: { ...saving, state: "refused" } },
  "08-saving-notice": withNotice({ ...saving, state: "saved" }, "response-saved"),
  "05-asking-notice": withNotice(views.asking, "response-saved"),
  "08-saving-last": { view: { ...saving, state: "saved", last: true } },
  "09-reviewing": { view: reviewing },
  "09-reviewing-awaited": {
    view: { ...reviewing, said: reviewing.said.map((said) => (said.text ? { ...said, text: LONG_ANSWER } : { ...said, awaited: true })) },
  },
  "09-reviewing-finishing": { view: { ...reviewing, finishing: true } },
  "10-completing-sending": { view: completing },
  "10-completing-closing": { view: { ...completing, state: "closing" } },
  "10-completing-failed": { view: { ...completing, state: "failed" } },
  "11-done": { view: views.done },
};

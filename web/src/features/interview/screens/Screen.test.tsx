import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Act } from "../model/base.ts";
import type { InterviewView } from "../model/view.ts";
import { views } from "../testing/views.ts";
import { Screen } from "./Screen.tsx";

/** Renders a view and returns the recorded actions. */
function show(view: InterviewView) {
  const acts: Act[] = [];
  const unlock = vi.fn();
  render(<Screen view={view} act={(act) => acts.push(act)} name="Maya" unlock={unlock} />);
  return { acts, unlock };
}

function isOff(name: string): boolean {
  const button = screen.getByRole<HTMLButtonElement>("button", { name });
  return button.disabled || button.getAttribute("aria-disabled") === "true";
}
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;

test.each([
  ["failed", "Try Again", { type: "TRY_AGAIN" }],
  ["elsewhere", "Continue Here", { type: "TAKE_OVER" }],
  ["lobby", "Start Interview", { type: "START" }],
  ["blocked", "Try Again", { type: "TRY_AGAIN" }],
  ["blocked", "Continue without a camera", { type: "GO_ON_WITHOUT_CAMERA" }],
  ["intro", "First Question", { type: "NEXT" }],
  ["asking", "Start My Answer", { type: "START_ANSWER" }],
  ["asking", "Ask me again", { type: "ASK_AGAIN" }],
  ["answering", "Complete This Answer", { type: "COMPLETE_ANSWER" }],
  ["answering", "Type instead", { type: "TYPE_INSTEAD" }],
  ["checking", "Save My Answer", { type: "SAVE" }],
  ["checking", "Record it again (1 left)", { type: "RECORD_AGAIN" }],
  ["saving", "Next Question", { type: "NEXT" }],
  ["completing", "Try Again", { type: "TRY_AGAIN" }],
] as const)("%s: '%s'", async (at, button, act) => {
  const { acts } = show(views[at]);
  await press(button);
  expect(acts).toEqual([act]);
});

test.each([{ current: 2 }, { current: 1, more: "care" }, { current: 1 }])(
  "after coming back, the introduction leads to the next question, not to the first one: %o",
  async (at) => {
    const { acts } = show({ ...views.intro, rejoined: true, progress: { ...at, total: 6 } });
    expect(screen.queryByRole("button", { name: "First Question" })).toBeNull();
    await press("Next Question");
    expect(acts).toEqual([{ type: "NEXT" }]);
  },
);

test("unlocks speech in the same tap that starts the interview", async () => {
  const { unlock } = show(views.lobby);
  await press("Start Interview");
  expect(unlock).toHaveBeenCalledTimes(1);
});

test.each(["lobby", "blocked", "asking", "answering"] as const)("%s has the ways to help, once", async (at) => {
  const help = { onPerson: vi.fn(), onAsk: vi.fn() };
  render(<Screen view={views[at]} act={() => {}} name="Maya" unlock={() => {}} help={help} />);
  await press("Help");
  await press("Talk to a person");
  await press("Help");
  await press("Need another way?");
  expect(help.onPerson).toHaveBeenCalledTimes(1);
  expect(help.onAsk).toHaveBeenCalledTimes(1);
});

test("says that a follow-up is one, and continues what was said before a reload", () => {
  show({ ...views.asking, begun: true, progress: { current: 2, total: 4, more: "availability" } });
  screen.getByText("Question 2 of 4: one more thing about availability");
  screen.getByRole("button", { name: "Continue My Answer" });
});

test("states whether it records", () => {
  show(views.answering);
  screen.getByText("Recording");
});

test.each(["lobby", "blocked", "asking", "checking", "saving"] as const)("%s does not record, and says so", (at) => {
  show(views[at]);
  screen.getByText("Not recording");
});

test("shows the interviewer's text while it asks", () => {
  show(views.asking);
  expect(heading()).toBe("Tell me about a very busy shift. What did you do to keep up?");
  screen.getByText("What did you do to keep up?");
  screen.getByText("Question 2 of 4");
});

test("shows recognized words as they arrive", () => {
  show(views.answering);
  screen.getByText("I wrote every table's time on my pad");
});

test("asks whether a long answer is done", () => {
  show({ ...views.answering, nudged: true });
  screen.getByText("Take your time - are you done?");
});

test("shows the answer for review at once, and saves nothing while the last words arrive", () => {
  show({ ...views.checking, settling: true, recording: true });
  expect(heading()).toBe("Is this what you said?");
  expect(isOff("Save My Answer")).toBe(true);
  expect(screen.queryByRole("button", { name: /Record it again/ })).toBeNull();
  screen.getByText("Recording");
});

test("says that the answer saves itself in a container that is already mounted, and waits on request", async () => {
  const acts: Act[] = [];
  const around = { act: (act: Act) => void acts.push(act), name: "Maya", unlock: () => {} };
  const { rerender, container } = render(<Screen view={{ ...views.checking, settling: true }} {...around} />);
  const places = [...container.querySelectorAll("[role=status]")];
  rerender(<Screen view={{ ...views.checking, savesItself: true }} {...around} />);
  expect(places.map((place) => place.textContent).join()).toContain("We'll save this in 10 seconds");
  await press("More time");
  expect(acts).toEqual([{ type: "WAIT" }]);
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  rerender(<Screen view={views.checking} {...around} />);
  expect(screen.queryByRole("button", { name: "More time" })).toBeNull();
});

test.each(["End Interview", "Help"])("saves nothing automatically behind a dialog: %s", async (name) => {
  const acts: Act[] = [];
  const help = { onPerson: () => {}, onAsk: () => {} };
  render(<Screen view={{ ...views.checking, savesItself: true }} act={(act) => acts.push(act)} name="Maya" unlock={() => {}} help={help} />);
  await press(name);
  expect(acts).toEqual([{ type: "WAIT" }]);
});

test("more time: nothing on the screen mentions time", () => {
  show({ ...views.answering, clock: null });
  expect(screen.queryByRole("timer")).toBeNull();
  expect(screen.queryByText(/\d:\d\d|minute|Longer is fine/)).toBeNull();
});

test("keeps the question's heading and the focus when the answer starts", async () => {
  const { rerender } = render(<Screen view={views.asking} act={() => {}} name="Maya" unlock={() => {}} />);
  const question = screen.getByRole("heading", { level: 1 });
  const start = screen.getByRole("button", { name: "Start My Answer" });
  start.focus();
  rerender(<Screen view={views.answering} act={() => {}} name="Maya" unlock={() => {}} />);
  expect(screen.getByRole("heading", { level: 1 })).toBe(question);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Complete This Answer" }));
});

test("keeps an open dialog and its focus when the screen changes", async () => {
  const { rerender } = render(<Screen view={views.intro} act={() => {}} name="Maya" unlock={() => {}} />);
  await press("End Interview");
  const stay = within(screen.getByRole("dialog")).getByRole("button", { name: "Keep Going" });
  stay.focus();
  for (const at of ["asking", "answering", "checking", "saving"] as const) {
    rerender(<Screen view={views[at]} act={() => {}} name="Maya" unlock={() => {}} />);
    expect(document.activeElement).toBe(stay);
  }
});

test("keeps the open preferences and their focus when the screen changes", async () => {
  const preferences = { preferences: { voice: "normal", camera: true, moreTime: false }, onChange: () => {} } as const;
  const around = { act: () => {}, name: "Maya", unlock: () => {}, preferences };
  const { rerender } = render(<Screen view={views.intro} {...around} />);
  await press("Help");
  await press("Make it easier");
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  const done = within(dialog).getByRole("button", { name: "Done" });
  done.focus();
  for (const at of ["asking", "answering", "checking", "saving", "reviewing"] as const) {
    rerender(<Screen view={views[at]} {...around} />);
    expect(document.activeElement).toBe(done);
  }
});

test("keeps the self-view mounted through introduction, question and answer", () => {
  const around = { act: () => {}, name: "Maya", unlock: () => {} };
  const { rerender, container } = render(<Screen view={views.intro} {...around} />);
  const picture = container.querySelector("video");
  expect(picture).not.toBeNull();
  for (const at of ["asking", "answering"] as const) {
    rerender(<Screen view={views[at]} {...around} />);
    expect(container.querySelector("video")).toBe(picture);
  }
});

test("announces events in the room itself, in a container that is already mounted", async () => {
  const around = { act: () => {}, name: "Maya", unlock: () => {} };
  const closed = vi.fn();
  const { rerender, container } = render(<Screen view={views.asking} {...around} onNoticeClose={closed} />);
  const places = [...container.querySelectorAll("[role=status]")];
  rerender(<Screen view={views.asking} {...around} notice={{ id: 1, notice: "device-full" }} onNoticeClose={closed} />);
  expect(places.map((place) => place.textContent).join()).toContain("No space left on this phone");
  await press("Close");
  expect(closed).toHaveBeenCalledTimes(1);
});

test("offers the other language except during an answer", () => {
  const offered = (Object.keys(views) as (keyof typeof views)[]).filter((at) => {
    const { unmount } = render(<Screen view={views[at]} act={() => {}} name="Maya" unlock={() => {}} />);
    const here = screen.queryByRole("button", { name: "Español" }) !== null;
    unmount();
    return here;
  });
  expect(offered).toEqual(["lobby", "opening", "blocked", "intro", "asking", "saving", "completing"]);
});

test("offers typing where recognition fails, and says that the recording continues", async () => {
  const { acts } = show({ ...views.answering, mode: "typed", text: "", speechUnavailable: "failed", canSpeak: false });
  const answer = screen.getByRole("textbox", { name: "Your answer", description: /Keep talking. We're recording/ });
  expect(screen.queryByRole("button", { name: "Speak instead" })).toBeNull();
  await userEvent.type(answer, "Y");
  expect(acts).toEqual([{ type: "EDIT", text: "Y" }]);
});

test.each(["spoken", "typed"] as const)("asks nobody to type where the server transcribes: %s, without recognition", (mode) => {
  show({ ...views.answering, mode, text: "", guess: "", speechUnavailable: "failed", toBeHeard: true });
  if (mode === "typed") screen.getByRole("textbox", { description: "Typed answers count the same." });
  else screen.getByText("Just talk. We write down what you say, and you can check it at the end.");
  expect(screen.queryByText(/main points|can't turn/)).toBeNull();
});

test.each(["", "I wrote every table's time"])("has a text field after a spoken answer only on request (%j)", async (text) => {
  const { acts } = show({ ...views.checking, text, started: text ? "words" : "empty", canSave: text !== "", toBeHeard: true });
  expect(heading()).toBe("Got it. We're writing down what you said.");
  screen.getByText("You can check the text at the end.");
  expect(screen.queryByRole("textbox")).toBeNull();
  screen.getByRole("button", { name: "Record it again (1 left)" });
  await press("Save My Answer");
  expect(acts).toEqual([{ type: text ? "SAVE" : "SAVE_WITHOUT_WORDS" }]);
  await press("Type instead");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your answer" }).value).toBe(text);
});

test("offers to speak again where that works", async () => {
  const { acts } = show({ ...views.answering, mode: "typed" });
  await press("Speak instead");
  expect(acts).toEqual([{ type: "SPEAK_INSTEAD" }]);
});

test("types instead in the field that takes the place of the button", () => {
  const { rerender } = render(<Screen view={views.answering} act={() => {}} name="Maya" unlock={() => {}} />);
  screen.getByRole("button", { name: "Type instead" }).focus();
  rerender(<Screen view={{ ...views.answering, mode: "typed" }} act={() => {}} name="Maya" unlock={() => {}} />);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Your answer" }));
});

test("says once that an answer is saved", () => {
  const saved = { ...views.saving, state: "saved" } as const;
  render(<Screen view={saved} act={() => {}} name="Maya" unlock={() => {}} notice={{ id: 1, notice: "response-saved" }} />);
  expect(screen.getAllByText("Response Saved")).toHaveLength(1);
});

test("says that the recording has stopped", () => {
  show({ ...views.answering, mode: "typed", recording: false, canSpeak: false });
  screen.getByRole("textbox", { description: /The recording stopped/ });
  screen.getByText("Not recording");
});

test("shows the answer for correction before it is sent", async () => {
  const { acts } = show(views.checking);
  const answer = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your answer" });
  expect(answer.value).toBe("I wrote every table's time on my pad.");
  await userEvent.type(answer, "!");
  expect(acts).toEqual([{ type: "EDIT", text: "I wrote every table's time on my pad.!" }]);
});

test("says that a spoken answer is saved automatically, until the person touches the text", async () => {
  const { acts } = show({ ...views.checking, savesItself: true });
  expect(screen.getByText(/^We'll save this in 10 seconds/).closest("[role=status]")).not.toBeNull();
  await userEvent.click(screen.getByRole("textbox", { name: "Your answer" }));
  expect(acts).toEqual([{ type: "WAIT" }]);
});

test("sends an answer without text only on confirmation", async () => {
  const { acts } = show({ ...views.checking, text: "", started: "empty", canSave: false });
  expect(screen.queryByRole("button", { name: "Save My Answer" })).toBeNull();
  await press("Send only the recording");
  expect(acts).toEqual([{ type: "SAVE_WITHOUT_WORDS" }]);
});

test("names a microphone that heard nothing", () => {
  show({ ...views.checking, text: "", started: "silent", canSave: false });
  screen.getByRole("heading", { name: "We didn't hear anything in this answer." });
});

test("never says saved before the server has the answer, and keeps the next question available", () => {
  show(views.saving);
  screen.getByText("Saved on this phone");
  expect(screen.queryByText("Response Saved")).toBeNull();
  screen.getByText("Saved on this phone. Sending: 3 of 5 parts");
  expect(isOff("Next Question")).toBe(false);
});

test("says saved when it is, and leads to the final review after the last question", () => {
  show({ ...views.saving, state: "saved", last: true });
  screen.getByText("Response Saved");
  expect(isOff("Check My Answers")).toBe(false);
});

test("waits until the answer is stored on the device", () => {
  show({ ...views.saving, state: "keeping" });
  screen.getByText("Saving your answer");
  expect(isOff("Next Question")).toBe(true);
});

test("lists the status of each answer before the interview closes", () => {
  show(views.completing);
  const lines = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines).toEqual([
    "ExperienceSaved1:08",
    "Busy shiftsSaved on this phone. Sending: 3 of 5 parts0:56",
    "AvailabilityPart of this answer didn't upload. It stays on this phone.",
    "Why this work",
  ]);
});

test.each([
  ["denied", "Camera Access Denied", "Please allow camera access to participate in the video interview."],
  ["busy", "Camera Error", "We can't see your camera. Close other apps that use it, then try again."],
  ["missing", "Camera Error", "We couldn't find a camera or microphone on this device. Plug one in, or continue without."],
  ["unsupported", "Camera Error", "This browser can't use the camera here. Open the page in Chrome or Safari, or continue without."],
] as const)("a camera that is %s", (reason, title, text) => {
  show({ ...views.blocked, reason });
  expect(heading()).toBe(title);
  screen.getByText(text);
});

test("offers typing when the microphone is missing, too", async () => {
  const { acts } = show({ ...views.blocked, kind: "audio" });
  await press("Type my answers instead");
  expect(acts).toEqual([{ type: "GO_ON_TYPING" }]);
});

test("ends early only after confirmation", async () => {
  const { acts } = show(views.asking);
  await press("End Interview");
  await screen.findByRole("dialog", { name: "End the interview now?" });
  await press("Keep Going");
  expect(acts).toEqual([]);
  await press("End Interview");
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "End Interview" }));
  expect(acts).toEqual([{ type: "END" }]);
});

test("welcomes back a person who has answered before", () => {
  show({ ...views.lobby, rejoined: true });
  expect(heading()).toBe("Welcome back, Maya");
  screen.getByText(/question 2 of 4/);
});

test("welcomes back a person to the follow-up that is next", () => {
  const progress = { current: 1, total: 4, more: "busy shifts" };
  show({ ...views.lobby, rejoined: true, progress });
  screen.getByText("Your answers are safe. Next is one more thing about busy shifts.");
});

test.each(["loading", "opening"] as const)("%s says what is happening", (at) => {
  show(views[at]);
  expect(screen.getAllByRole("status").some(({ textContent }) => textContent !== "")).toBe(true);
});

test("final review: shows every answer's text for correction", async () => {
  const { acts } = show(views.reviewing);
  screen.getByText("I wrote every table's time on my pad.");
  screen.getByText(/No text yet, only the recording/);
  screen.getByText("No employer has your answers yet. You choose who gets them after you end the interview.");
  await userEvent.click(screen.getAllByRole("button", { name: "Edit this answer" })[0] as HTMLElement);
  await userEvent.type(screen.getByRole("textbox", { name: "Your answer" }), "!");
  await press("Done");
  await press("End Interview");
  expect(acts[0]).toEqual({ type: "CORRECT", order: 1, text: "I wrote every table's time on my pad.!" });
  expect(acts.slice(1).every(({ type }) => type === "KEEP" || type === "FINISH")).toBe(true);
  expect(acts.at(-1)).toEqual({ type: "FINISH" });
});

const TRANSCRIPT = {
  order: 1,
  question: "Why?",
  text: "I carried plates. And trade.",
  delay: null,
  language: "en",
  passages: [
    { text: "I carried plates.", degree: "heard" },
    { text: "And trade.", degree: "doubtful" },
  ],
} as const;

test.each([
  ["heard", null, []],
  ["doubtful", "Did we get this right?", ["And trade."]],
  ["unclear", "We couldn't hear this well. Please check the text.", ["And trade."]],
] as const)("final review: a text that was %s", async (state, note, marked) => {
  const { acts } = show({ ...views.reviewing, said: [{ ...TRANSCRIPT, state }] });
  expect([...document.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(marked);
  expect(document.querySelector("[lang]")?.textContent).toBe(TRANSCRIPT.text);
  const right = screen.queryByRole("button", { name: "That's right: your answer to “Why?”" });
  if (!note) return expect(right).toBeNull();
  screen.getByText(note);
  await userEvent.click(right as HTMLElement);
  expect(acts).toEqual([{ type: "CONFIRM", order: 1 }]);
});

test.each([
  ["2099-03-03T15:38:20Z", /should be ready by about Mar 3, 2099, 3:40\sPM\. You don't have to wait/],
  [null, /takes longer than usual today\. You don't have to wait/],
])("final review: says when a text that takes long will be ready: %s", (expectedAt, says) => {
  show({ ...views.reviewing, said: [{ ...TRANSCRIPT, text: "", passages: [], state: "awaited", delay: { expectedAt } }] });
  screen.getByText(says);
});

test.each([
  ["awaited", "We're writing down what you said. You don't have to wait."],
  ["silent", "We didn't hear anything in this answer."],
  ["missing", "No text yet, only the recording. You can type what you said."],
] as const)("final review: says so when a text is %s, and offers to type it", async (state, says) => {
  show({ ...views.reviewing, said: [{ ...TRANSCRIPT, text: "", passages: [], state }] });
  screen.getByText(says);
  await userEvent.click(screen.getByRole("button", { name: /^Type this answer/ }));
  screen.getByRole("textbox", { name: "Your answer" });
});

test("final review: offers to record a silent answer again, as visibly as typing it", async () => {
  const { acts } = show({ ...views.reviewing, said: [{ ...TRANSCRIPT, text: "", passages: [], state: "silent" }] });
  const [again, type] = ["Record this answer again: “Why?”", "Type this answer: “Why?”"].map((name) => screen.getByRole("button", { name }));
  expect(again?.className).toBe(type?.className);
  await userEvent.click(again as HTMLElement);
  expect(acts).toEqual([{ type: "ANSWER_AGAIN", order: 1 }]);
});

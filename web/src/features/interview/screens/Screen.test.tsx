import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Act } from "../model/base.ts";
import type { InterviewView } from "../model/view.ts";
import { views } from "../testing/views.ts";
import { Screen } from "./Screen.tsx";

/** Shows a view and returns what the person has done with it. */
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
  ["elsewhere", "Go On Here", { type: "TAKE_OVER" }],
  ["lobby", "Start Interview", { type: "START" }],
  ["blocked", "Try Again", { type: "TRY_AGAIN" }],
  ["blocked", "Go on without a camera", { type: "GO_ON_WITHOUT_CAMERA" }],
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

test("lets the page speak in the very tap that starts the interview", async () => {
  const { unlock } = show(views.lobby);
  await press("Start Interview");
  expect(unlock).toHaveBeenCalledTimes(1);
});

test("says in a word whether it records", () => {
  show(views.answering);
  screen.getByText("Recording");
});

test.each(["lobby", "blocked", "asking", "checking", "saving"] as const)("%s does not record, and says so", (at) => {
  show(views[at]);
  screen.getByText("Not recording");
});

test("shows what the interviewer says while it asks", () => {
  show(views.asking);
  expect(heading()).toBe("Tell me about a very busy shift. What did you do to keep up?");
  screen.getByText("What did you do to keep up?");
  screen.getByText("Question 2 of 4");
});

test("shows the words as they are recognised", () => {
  show(views.answering);
  screen.getByText("I wrote every table’s time on my pad");
});

test("asks a person who takes long whether they are done", () => {
  show({ ...views.answering, nudged: true });
  screen.getByText("Take your time - are you done?");
});

test("takes no second press while the last words come in", () => {
  show({ ...views.answering, stopping: true });
  expect(isOff("Complete This Answer")).toBe(true);
  expect(isOff("Type instead")).toBe(true);
});

test("offers to type where words are not recognised, and says that the recording goes on", async () => {
  const { acts } = show({ ...views.answering, mode: "typed", text: "", deaf: "failed", canSpeak: false });
  const answer = screen.getByRole("textbox", { name: "Your answer", description: /Keep talking, we record it/ });
  expect(screen.queryByRole("button", { name: "Speak instead" })).toBeNull();
  await userEvent.type(answer, "Y");
  expect(acts).toEqual([{ type: "EDIT", text: "Y" }]);
});

test("offers to speak again where that works", async () => {
  const { acts } = show({ ...views.answering, mode: "typed" });
  await press("Speak instead");
  expect(acts).toEqual([{ type: "SPEAK_INSTEAD" }]);
});

test("says that the recording has stopped", () => {
  show({ ...views.answering, mode: "typed", recording: false, canSpeak: false });
  screen.getByRole("textbox", { description: /The recording has stopped/ });
  screen.getByText("Not recording");
});

test("shows the answer for correction before it is sent", async () => {
  const { acts } = show(views.checking);
  const answer = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your answer" });
  expect(answer.value).toBe("I wrote every table’s time on my pad.");
  await userEvent.type(answer, "!");
  expect(acts).toEqual([{ type: "EDIT", text: "I wrote every table’s time on my pad.!" }]);
});

test("an answer without words is sent only on purpose", async () => {
  const { acts } = show({ ...views.checking, text: "", started: "empty", canSave: false });
  expect(isOff("Save My Answer")).toBe(true);
  await press("Send only the recording");
  expect(acts).toEqual([{ type: "SAVE_WITHOUT_WORDS" }]);
});

test("never says saved before the server has the answer, and leaves the next question open", () => {
  show(views.saving);
  screen.getByText("Saved on this phone");
  expect(screen.queryByText("Response Saved")).toBeNull();
  screen.getByText("Saved on this phone. Sending, 3 of 5 parts");
  expect(isOff("Next Question")).toBe(false);
});

test("says saved when it is, and leads to the last look after the last question", () => {
  show({ ...views.saving, state: "saved", last: true });
  screen.getByText("Response Saved");
  expect(isOff("Check My Answers")).toBe(false);
});

test("keeps the person here until the answer is safe on the device", () => {
  show({ ...views.saving, state: "keeping" });
  screen.getByText("Saving your answer");
  expect(isOff("Next Question")).toBe(true);
});

test("lists where each answer is before the interview closes", () => {
  show(views.completing);
  const lines = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines).toEqual([
    "ExperienceSaved1:08",
    "Busy shiftsSaved on this phone. Sending, 3 of 5 parts0:56",
    "AvailabilityWe could not take all of this. It stays on this phone.",
    "Why this work",
  ]);
});

test.each([
  ["denied", "Camera Access Denied", "Please allow camera access to participate in the video interview."],
  ["busy", "Camera Error", "We can't see your camera. Close other apps that use it, then try again."],
  ["missing", "Camera Error", "We found no camera or microphone on this device. Plug one in, or go on without."],
  [
    "unsupported",
    "Camera Error",
    "This browser can't use the camera here. Open the page in Chrome or Safari, or go on without.",
  ],
] as const)("a camera that is %s", (reason, title, text) => {
  show({ ...views.blocked, reason });
  expect(heading()).toBe(title);
  screen.getByText(text);
});

test("without a microphone too, typing is the way on", async () => {
  const { acts } = show({ ...views.blocked, kind: "audio" });
  await press("Type my answers instead");
  expect(acts).toEqual([{ type: "GO_ON_TYPING" }]);
});

test("ends early only after asking", async () => {
  const { acts } = show(views.asking);
  await press("End Interview");
  screen.getByRole("dialog", { name: "End the interview now?" });
  await press("Go On");
  expect(acts).toEqual([]);
  await press("End Interview");
  await press("End Interview");
  expect(acts).toEqual([{ type: "END" }]);
});

test("welcomes back who has answered before", () => {
  show({ ...views.lobby, rejoined: true });
  expect(heading()).toBe("Welcome back, Maya");
  screen.getByText(/question 2 of 4/);
});

test.each(["loading", "opening"] as const)("%s says what is going on", (at) => {
  show(views[at]);
  expect(screen.getAllByRole("status").some(({ textContent }) => textContent !== "")).toBe(true);
});

test("the last look: every answer in its words, each to be put right", async () => {
  const { acts } = show(views.reviewing);
  screen.getByText("I wrote every table’s time on my pad.");
  screen.getByText(/No words yet, only the recording/);
  await userEvent.click(screen.getAllByRole("button", { name: "Change the words" })[0] as HTMLElement);
  await userEvent.type(screen.getByRole("textbox", { name: "Your answer" }), "!");
  await press("Done");
  await press("End Interview");
  expect(acts[0]).toEqual({ type: "CORRECT", order: 1, text: "I wrote every table’s time on my pad.!" });
  expect(acts.slice(1).every(({ type }) => type === "KEEP" || type === "FINISH")).toBe(true);
  expect(acts.at(-1)).toEqual({ type: "FINISH" });
});

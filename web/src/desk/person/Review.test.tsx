import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import type { AskedQuestion, PersonAnswer } from "#/api/deskPerson.queries.ts";
import { showAlone } from "#/testing/app.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Review } from "./Review.tsx";

const ANSWER: PersonAnswer = {
  order: 1,
  question: "Why?",
  mode: "spoken",
  text: null,
  silence: null,
  delay: null,
  understood: null,
  language: null,
  passages: [],
  media: "/media/1",
  mediaType: "video/webm",
  duration: 4,
  corrected: false,
  correctedAt: null,
};
const SPOKEN = {
  text: "Me gusta.",
  language: "es",
  passages: [{ begin: 0, end: 4, text: "Me gusta.", degree: "doubtful" as const, language: "es", words: [] }],
};

type More = { active?: boolean; rates?: boolean; startView?: (answer: number) => void; about?: { showsScore?: boolean; scoreDeclined?: boolean } };

function review(changes: Partial<PersonAnswer>, followUps: Partial<PersonAnswer>[], { startView = () => {}, about, ...more }: More) {
  const question: AskedQuestion = {
    id: "why",
    competency: "Motivation",
    text: "Why?",
    levels: [],
    language: "en",
    translations: [],
    answers: [changes, ...followUps].map((one) => ({ ...ANSWER, ...one })),
    own: null,
    machine: null,
    machineFrom: null,
    others: [],
    hidden: 0,
  };
  const subject = {
    id: "one",
    firstName: "Maya",
    name: "Maya",
    title: "Cook",
    location: null,
    questions: [question],
    showsVideo: true,
    showsScore: false,
    scoreDeclined: false,
    ...about,
  };
  const counts = async () => ({ id: "view", counts: false });
  const begin = async (answer: number) => {
    startView(answer);
    return counts();
  };
  const access = { startView: begin, continueView: counts, rate: async () => question };
  const nothing = () => {};
  return (
    <Review
      subject={subject}
      access={access}
      plays={false}
      back={null}
      due={null}
      actions={null}
      onRated={async () => {}}
      onViewed={nothing}
      onGone={nothing}
      next={null}
      previous={null}
      onDecide={null}
      active={false}
      {...more}
    />
  );
}

function show(changes: Partial<PersonAnswer>, ...followUps: Partial<PersonAnswer>[]) {
  return showAlone(review(changes, followUps, {}));
}

it.each([
  ["not_shared", "Maya doesn't share the words of this answer."],
  ["awaited", "We're still writing down this answer. The text will appear here automatically."],
  ["not_spoken", "We heard nobody speak in this answer."],
  ["not_written", "We couldn't write down this answer."],
] as const)("says truly why there is no text, with and without a recording: %s", (silence, says) => {
  show({ silence });
  show({ silence, media: null });
  expect(screen.getAllByText(says)).toHaveLength(2);
});

it.each([
  ["2026-03-03T15:38:20Z", /by about 3:40\sPM\.$/],
  [null, /takes longer than usual today\. The text will appear here automatically\.$/],
])("says when a text that takes long will be there: %s", (expectedAt, says) => {
  vi.setSystemTime("2026-03-03T15:00:00Z");
  show({ silence: "awaited", delay: { expectedAt } });
  screen.getByText(says);
  vi.useRealTimers();
});

it.each<[string, Partial<PersonAnswer>]>([
  ["Parts of this text may be wrong. Watch to be sure.", {}],
  ["Parts of this text may be wrong. Listen to be sure.", { mediaType: "audio/webm" }],
  ["Parts of this text may be wrong.", { media: null }],
])("notes a text that may be wrong: %s", (says, changes) => {
  show({ ...SPOKEN, understood: "doubtful", ...changes });
  screen.getByText(says);
  expect(document.querySelector("[lang=es]")?.textContent).toBe("Me gusta.");
});

it("says that a text was typed because nothing was heard", () => {
  show({ text: "I cooked.", understood: "silent", corrected: true, correctedAt: "2026-03-03T15:00:00Z" });
  screen.getByText("Typed; nothing was heard");
  expect(screen.queryByText("Spoken")).toBeNull();
  expect(screen.queryByText(/edited this text/)).toBeNull();
});

it.each([null, "heard"] as const)("notes nothing otherwise: %s", (understood) => {
  show({ ...SPOKEN, understood });
  expect(screen.queryByText(/may be wrong/)).toBeNull();
});

it("finds words in the transcript and jumps with Enter and the arrows to where they are said, and plays there", async () => {
  const person = userEvent.setup();
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const words = (begin: number, text: string) => text.split(" ").map((word, at) => ({ text: word, begin: begin + at, end: begin + at + 1 }));
  const line = (begin: number, text: string) => ({ begin, end: begin + 3, text, degree: "heard" as const, language: "es", words: words(begin, text) });
  show({ text: "x", language: "es", duration: 9, passages: [line(0, "En la cocina"), line(4, "Otra Cocína más")] });
  const field = screen.getByRole("searchbox", { name: "Find words in the answers" });
  await person.type(field, "cocina");
  expect([...document.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["cocina", "Cocína"]);
  const video = document.querySelector("video") as HTMLVideoElement;
  await person.keyboard("{Enter}");
  screen.getByText("1 of 2");
  expect([video.currentTime, play.mock.calls.length]).toEqual([2, 1]);
  await person.keyboard("{ArrowDown}");
  expect(video.currentTime).toBe(5);
  await person.keyboard("{ArrowUp}{ArrowUp}");
  expect(video.currentTime, "around the end").toBe(5);
  expect(document.activeElement).toBe(field);
  await person.keyboard("{Escape}");
  expect(document.querySelector("mark")).toBeNull();
  await person.type(field, "plancha{Enter}");
  screen.getByText("Not found");
});

it("shows a skill's answers together, and is rated after the last one", async () => {
  const person = userEvent.setup();
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  show({ text: "I like people." }, { order: 2, question: "One more thing: since when?", text: "Since school." });
  expect(screen.getAllByRole("button", { name: "Motivation" })).toHaveLength(1);
  screen.getByText("I like people.");
  screen.getByRole("heading", { name: "One more thing: since when?" });
  expect(screen.queryByRole("radio")).toBeNull();
  await person.click(screen.getByRole("button", { name: "Next answer" }));
  screen.getByText("I like people.");
  screen.getByText("Since school.");
  expect(screen.getAllByRole("radio")).toHaveLength(1); // No levels in this plan: "Can't tell" alone.
  await person.click(screen.getByRole("button", { name: "Play the answer to: Why?" }));
  expect(screen.queryByRole("radio")).toBeNull();
});

/** Returns how to move the element with a text on and off the screen, by the part of it that is seen. */
function screenStub() {
  const observed = new Map<string | null, (part: number) => void>();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      private readonly tell: (entries: object[]) => void;
      constructor(tell: (entries: object[]) => void) {
        this.tell = tell;
      }
      observe(element: Element) {
        observed.set(element.textContent, (part) => act(() => this.tell([{ intersectionRatio: part, intersectionRect: { height: 40 } }])));
      }
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return (text: string, part: number) => observed.get(text)?.(part);
}

it.each([
  ["the answer that is shown", "I like people.", 1],
  ["a skill's other answer", "Since school.", 2],
])("counts %s as read only while its words are on the screen", async (_, text, order) => {
  vi.useFakeTimers();
  const move = screenStub();
  const read: number[] = [];
  showAlone(review({ text: "I like people." }, [{ order: 2, text: "Since school." }], { active: true, startView: (answer) => read.push(answer) }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read, "below the fold").toEqual([]);
  move(text, 0.6);
  await vi.advanceTimersByTimeAsync(2_000);
  move(text, 0.1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read, "scrolled past").toEqual([]);
  move(text, 0.6);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(read).toEqual([order]);
});

it("counts nothing as read while a dialog covers the words", async () => {
  vi.useFakeTimers();
  const move = screenStub();
  const read: number[] = [];
  const shown = review({ text: "I like people." }, [], { active: true, startView: (answer) => read.push(answer) });
  const cover = (open: boolean) => (
    <>
      {shown}
      <Dialog open={open} onClose={() => {}} title="Decide" />
    </>
  );
  const { rerender } = showAlone(cover(true));
  move("I like people.", 1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read).toEqual([]);
  rerender(cover(false));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(read).toEqual([1]);
});

it("counts one view while an answer is watched, also when its words come onto the screen", async () => {
  vi.useFakeTimers();
  const move = screenStub();
  const begun: number[] = [];
  showAlone(review({ text: "I like people." }, [], { active: true, startView: (answer) => begun.push(answer) }));
  await act(async () => void document.querySelector("video")?.dispatchEvent(new Event("play")));
  move("I like people.", 1);
  await vi.advanceTimersByTimeAsync(10_000);
  move("I like people.", 0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).toEqual([1]);
});

it("pauses the recording while the list of keys covers it", async () => {
  const pause = vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => undefined);
  showAlone(review({}, [], { active: true }));
  pause.mockClear();
  await userEvent.keyboard("?");
  expect(pause).toHaveBeenCalled();
});

it("pauses the recording when a sheet opens, and asks for no level once the decision was made", () => {
  const pause = vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => undefined);
  const { rerender } = showAlone(review({}, [], { active: true }));
  pause.mockClear();
  rerender(review({}, [], { active: false }));
  expect(pause).toHaveBeenCalled();
  expect(screen.getAllByRole("radio")).toHaveLength(1);
  rerender(review({}, [], { active: false, rates: false }));
  expect(screen.queryByRole("radio")).toBeNull();
});

it.each([
  [{ scoreDeclined: true }, "No AI score, as Maya asked.", "Save"],
  [{ showsScore: false }, "Maya doesn't share the AI score.", "Save"],
  [{ showsScore: true }, "The AI level stays hidden until you save yours.", "Save and compare"],
])("says before the reviewer's level whether there will be one to compare with: %j", (about, says, save) => {
  showAlone(review({}, [], { rates: true, about }));
  const form = within(screen.getByRole("form", { name: "Your level" }));
  form.getByText(says);
  expect(form.getByRole("button", { name: /Save/ }).lastElementChild?.textContent).toBe(save);
});

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { showAlone } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { someInterview } from "#/testing/interviews.ts";
import { RecordingDialog } from "./RecordingDialog.tsx";

const INTERVIEW = someInterview({
  takes: someInterview().takes.map((take) => ({ ...take, state: "ready", url: `/take-${take.number}`, mimeType: "video/webm" })),
});
const video = () => screen.getByLabelText<HTMLVideoElement>(/^Your answer to/);

async function show(interview = INTERVIEW) {
  serve({ [`GET /api/interviews/${interview.id}`]: { body: interview } });
  const shown = showAlone(<RecordingDialog interview={interview} onClose={() => {}} />);
  await screen.findAllByText("Two years at a diner.");
  return shown;
}

it("plays the first answer on request, and continues with the next automatically", async () => {
  await show();
  expect(video().getAttribute("src")).toBe("/take-1");
  expect(video().autoplay).toBe(false);
  screen.getByText("Answer 1 of 3");
  fireEvent.ended(video());
  expect(video().getAttribute("src")).toBe("/take-2");
  expect(video().autoplay).toBe(true);
  fireEvent.ended(video());
  expect(video().getAttribute("src")).toBe("/take-2");
});

it("plays the selected answer at the selected speed", async () => {
  const { person } = await show();
  await person.selectOptions(screen.getByLabelText("Speed"), "1.5×");
  expect(video().playbackRate).toBe(1.5);
  await person.click(screen.getByRole("button", { name: "Play your answer to: Tell me about a very busy shift." }));
  fireEvent.loadedMetadata(video());
  expect(video().playbackRate).toBe(1.5);
  const current = screen.getAllByRole("listitem").find((item) => item.hasAttribute("aria-current"));
  within(current as HTMLElement).getByText("Now playing");
  within(current as HTMLElement).getByText("Tell me about a very busy shift.");
});

it("offers captions only with a transcript", async () => {
  const { person } = await show();
  const track = document.querySelector("track");
  expect([track?.kind, track?.getAttribute("src")]).toEqual(["captions", "/api/interviews/interview-1/takes/1/captions"]);
  screen.getByRole("button", { name: "Captions", pressed: false });
  await person.click(screen.getByRole("button", { name: /^Play your answer/ }));
  expect(document.querySelector("track")).toBeNull();
  expect(screen.queryByRole("button", { name: "Captions" })).toBeNull();
});

it("says when a recording did not load, and retries", async () => {
  const { person } = await show();
  fireEvent.error(video());
  screen.getByText("This recording didn't load. Check your connection and try again.");
  await person.click(screen.getByRole("button", { name: "Try Again" }));
  expect(video().getAttribute("src")).toBe("/take-1");
});

it("shows the text even if nothing can be played", async () => {
  await show(someInterview({ takes: someInterview().takes.map((take) => ({ ...take, state: "failed", url: null })) }));
  expect(screen.queryByLabelText(/^Your answer to/)).toBeNull();
  screen.getByText("Two years at a diner.");
  expect(screen.getAllByText("This recording can't be played. Your words are safe.")).toHaveLength(2);
});

it("marks what may be wrong next to the recording, and lets the person confirm it", async () => {
  const [first, ...others] = INTERVIEW.responses;
  if (!first) throw new Error("The interview has no answers.");
  const passages = [{ begin: 0, end: 3, text: first.responseText, degree: "doubtful" as const, language: null }];
  const { person } = await show({ ...INTERVIEW, responses: [{ ...first, understood: "doubtful", language: "es", passages }, ...others] });
  expect(document.querySelector("[lang=es] mark")?.textContent).toBe("Two years at a diner.");
  serve({
    [`PATCH /api/interviews/interview-1/responses/1`]: { body: { response: first } },
    [`GET /api/interviews/interview-1`]: { body: INTERVIEW },
  });
  await person.click(screen.getByRole("button", { name: /^That's right/ }));
  await waitFor(() => expect(document.querySelector("mark")).toBeNull());
});

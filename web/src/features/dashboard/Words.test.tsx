import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { showAlone } from "#/testing/app.tsx";
import { someInterview } from "#/testing/interviews.ts";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";
import type { InterviewRecord } from "#/api/types.ts";
import { Words } from "./Words.tsx";

type Answer = InterviewRecord["responses"][number];

const AT = "/api/interviews/interview-1";

test("corrects an answer and shows the first text", async () => {
  const interview = someInterview();
  const [first] = interview.responses;
  if (!first) throw new Error("The interview has no answers.");
  let text = first.responseText;
  const calls = serve({
    [`GET ${AT}`]: () => ({
      body: {
        ...interview,
        responses: [{ ...first, responseText: text, ...(text !== first.responseText && { corrected: true, originalText: first.responseText }) }],
      },
    }),
    [`PATCH ${AT}/responses/${first.responseOrder}`]: () => {
      text = "I cooked for three years.";
      return { body: { response: first } };
    },
  });
  const { person } = showAlone(<Words id="interview-1" />, someUser());
  const part = within(await screen.findByRole("region", { name: "Your answers in words" }));
  await person.click(await part.findByRole("button", { name: `Correct your answer to: ${first.questionText}` }));
  const field = part.getByRole("textbox", { name: "Your answer" });
  await person.clear(field);
  await person.click(part.getByRole("button", { name: "Save" }));
  part.getByText("Write your answer first.");
  await person.type(field, " I cooked for three years. ");
  await person.click(part.getByRole("button", { name: "Save" }));
  await part.findByText("Edited by you");
  part.getByText("First text");
  expect(calls.find(({ key }) => key.startsWith("PATCH"))?.body).toEqual({ responseText: "I cooked for three years." });
});

const PASSAGES = [
  { begin: 0, end: 3, text: "Two years", degree: "heard" as const, language: null },
  { begin: 3, end: 5, text: "at a dinner.", degree: "doubtful" as const, language: null },
];

test.each([
  ["doubtful", "Did we get this right?"],
  ["unclear", "We couldn't hear this well. Please check the text."],
] as const)("marks what was %s, until the person confirms it", async (understood, note) => {
  const [first] = someInterview().responses;
  const answer = { ...(first as Answer), understood, language: "en", passages: PASSAGES, responseText: "Two years at a dinner." };
  let confirmedAt: string | null = null;
  const calls = serve({
    [`GET ${AT}`]: () => ({ body: someInterview({ responses: [{ ...answer, confirmedAt }] }) }),
    [`PATCH ${AT}/responses/1`]: () => {
      confirmedAt = "2026-01-09T15:00:00Z";
      return { body: { response: answer } };
    },
  });
  const { person } = showAlone(<Words id="interview-1" />, someUser());
  await screen.findByText(note);
  expect([...document.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["at a dinner."]);
  expect(document.querySelector("[lang=en]")?.textContent).toBe("Two years at a dinner.");
  await person.click(screen.getByRole("button", { name: `That's right: your answer to “${answer.questionText}”` }));
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
  expect(document.activeElement, "where the button was").toBe(screen.getByText("Two years at a dinner."));
  expect(calls.find(({ key }) => key.startsWith("PATCH"))?.body).toEqual({ responseText: "Two years at a dinner." });
});

test.each([
  ["2099-03-03T15:38:20Z", /should be here by about Mar 3, 2099, 3:40\sPM\.$/],
  [null, /we can't say yet how long\. Your recording is safe\.$/],
])("says when a text that takes long will be there: %s", async (expectedAt, says) => {
  const [first] = someInterview().responses;
  const answer = { ...(first as Answer), responseText: "(No response provided)", wordsAwaited: true };
  serve({ [`GET ${AT}`]: { body: someInterview({ responses: [answer], writingDelay: { expectedAt } }) } });
  showAlone(<Words id="interview-1" />, someUser());
  await screen.findByText(says);
});

test.each<[string, Partial<Answer>]>([
  ["We're still writing down what you said.", { wordsAwaited: true }],
  ["We didn't hear anything in this answer.", { understood: "silent" }],
  ["No text", {}],
])("says why there is no text: %s", async (says, changes) => {
  const [first] = someInterview().responses;
  const answer = { ...(first as Answer), responseText: "(No response provided)", ...changes };
  serve({ [`GET ${AT}`]: { body: someInterview({ responses: [answer] }) } });
  const { person } = showAlone(<Words id="interview-1" />, someUser());
  await screen.findByText(says);
  expect(screen.queryByText(/No response provided/)).toBeNull();
  await person.click(screen.getByRole("button", { name: /^Correct your answer/ }));
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your answer" }).value).toBe("");
});

import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Interview } from "#/api/types.ts";
import { showAlone } from "#/testing/app.tsx";
import { someInterview } from "#/testing/interviews.ts";
import { type Script, serve } from "#/testing/server.ts";
import { HumanReview } from "./HumanReview.tsx";

const AT = "/api/interviews/interview-1";
const ASKED = { askedAt: "2026-01-10T12:00:00Z", note: null, settledAt: null, reviewer: null, ratings: [], total: null, comment: null };
const SETTLED = {
  ...ASKED,
  settledAt: "2026-01-11T12:00:00Z",
  reviewer: "Dana R.",
  ratings: [{ competency: "Restaurant experience", level: 5, levelText: "You named years, tasks and numbers." }],
  total: 90,
  comment: "Three years count.",
};

function show(interview: Interview, script: Script) {
  const calls = serve(script);
  return { calls, ...showAlone(<HumanReview interview={interview} />) };
}

const section = async () => within(await screen.findByRole("region", { name: "Human review" }));

test("requests a human review, with a message", async () => {
  let asked = false;
  const { calls, person } = show(someInterview(), {
    [`GET ${AT}/review`]: () => ({ body: asked ? { awaitsPerson: true, review: ASKED } : { awaitsPerson: false, review: null } }),
    [`POST ${AT}/review`]: () => {
      asked = true;
      return { status: 201, body: { awaitsPerson: true, review: ASKED } };
    },
  });
  const part = await section();
  await person.click(part.getByRole("button", { name: "Ask for a human review" }));
  await person.type(part.getByRole("textbox", { name: "What should they look at?" }), " My years. ");
  await person.click(part.getByRole("button", { name: "Ask for a human review" }));
  await part.findByText(/You asked for a human review on Jan 10/);
  expect(calls.find(({ key }) => key === `POST ${AT}/review`)?.body).toEqual({ note: "My years." });
  expect(part.queryByRole("button", { name: "Ask for a human review" })).toBeNull();
});

test("shows the reviewer's result and name", async () => {
  show(someInterview(), { [`GET ${AT}/review`]: { body: { awaitsPerson: false, review: SETTLED } } });
  const part = await section();
  part.getByText(/Dana R. read your answers on Jan 11(, 2026)?\. Their score: 90%./);
  part.getByText("“Three years count.”");
  part.getByRole("img", { name: "Level 5 of 5" });
});

test("says from how many answers the reviewer's score comes", async () => {
  const ratings = [...SETTLED.ratings, { competency: "Pace", level: null, levelText: "" }];
  show(someInterview(), { [`GET ${AT}/review`]: { body: { awaitsPerson: false, review: { ...SETTLED, ratings } } } });
  (await section()).getByText(/Their score, from 1 of 2 answers: 90%./);
});

test("removes the AI score only after confirmation", async () => {
  const { calls, person } = show(someInterview(), {
    [`GET ${AT}/review`]: { body: { awaitsPerson: false, review: null } },
    [`PUT ${AT}/ai-scoring`]: { body: { interview: someInterview({ scoring: "declined" }) } },
  });
  const part = await section();
  await person.click(part.getByRole("button", { name: "Remove the AI score" }));
  await person.click(part.getByRole("button", { name: "Keep it" }));
  await person.click(part.getByRole("button", { name: "Remove the AI score" }));
  expect(calls.map(({ key }) => key)).toEqual([`GET ${AT}/review`]);
  await person.click(part.getByRole("button", { name: "Remove it" }));
  await part.findByRole("button", { name: "Remove the AI score" });
  expect(calls.find(({ key }) => key === `PUT ${AT}/ai-scoring`)?.body).toEqual({ wanted: false });
});

test("offers an AI score to a person who had declined it", async () => {
  const { calls, person } = show(someInterview({ scoring: "declined", aiScore: null, report: null }), {
    [`GET ${AT}/review`]: { body: { awaitsPerson: true, review: null } },
    [`PUT ${AT}/ai-scoring`]: { body: { interview: someInterview({ scoring: "pending" }) } },
  });
  const part = await section();
  part.getByText(/A person will read your answers.*There is no AI score/);
  await person.click(part.getByRole("button", { name: "Let AI score my answers" }));
  expect(calls.find(({ key }) => key === `PUT ${AT}/ai-scoring`)?.body).toEqual({ wanted: true });
});

test.each([true, false])("promises no review if nobody can do it, waiting: %s", async (awaitsPerson) => {
  show(someInterview({ hasReader: false }), { [`GET ${AT}/review`]: { body: { awaitsPerson, review: null } } });
  const part = await section();
  part.getByText(/Nobody here does human reviews right now/);
  expect(part.queryByRole("button", { name: "Ask for a human review" })).toBeNull();
  expect(part.queryByText(/A person (can|will) read/)).toBeNull();
});

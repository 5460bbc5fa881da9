import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { showAlone } from "#/testing/app.tsx";
import { someInterview } from "#/testing/interviews.ts";
import { serve } from "#/testing/server.ts";
import { Words } from "./Words.tsx";

const AT = "/api/interviews/interview-1";

test("corrects an answer and shows the first text", async () => {
  const interview = someInterview();
  const [first] = interview.responses;
  if (!first) throw new Error("The interview has no answers.");
  let text = first.responseText;
  const calls = serve({
    [`GET ${AT}`]: () => ({
      body: { ...interview, responses: [{ ...first, responseText: text, ...(text !== first.responseText && { corrected: true, originalText: first.responseText }) }] },
    }),
    [`PATCH ${AT}/responses/${first.responseOrder}`]: () => {
      text = "I cooked for three years.";
      return { body: { response: first } };
    },
  });
  const { person } = showAlone(<Words id="interview-1" />);
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

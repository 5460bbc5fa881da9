import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DecideOptions } from "#/api/types.ts";
import { showAlone } from "#/testing/app.tsx";
import { beginDraft } from "./draft.ts";
import { DecideForm } from "./forms.tsx";

const OPTIONS = {
  id: "a1",
  firstName: "Ana",
  zone: "America/New_York",
  minutes: 20,
  availability: [],
  days: [],
  place: "218 9th Ave",
  withoutStreet: null,
  askFor: "Maria",
  wishedTimes: null,
} as unknown as DecideOptions;

it.each([null, "Mornings"])("shows the times that the candidate wrote, where there are any: %s", (wishedTimes) => {
  const options = { ...OPTIONS, wishedTimes };
  showAlone(<DecideForm action="invite" options={options} draft={beginDraft(options)} missing={[]} onChange={() => {}} />);
  expect(screen.queryByText("Ana can come at these times") !== null).toBe(wishedTimes !== null);
  expect(screen.queryByText("“Mornings”") !== null).toBe(wishedTimes !== null);
});

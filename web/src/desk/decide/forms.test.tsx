import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DecideOptions } from "#/api/types.ts";
import { showAlone } from "#/testing/app.tsx";
import { beginDraft } from "./draft.ts";
import { DecideForm } from "./forms.tsx";

const OPTIONS = {
  openings: null,
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
  replyStays: null,
} as unknown as DecideOptions;

it.each([
  [null, "Ana answers in writing. Your reply date moves once: it counts from the answer."],
  ["2099-03-06T05:00:00Z", /^Ana answers in writing. Your reply date stays .*Mar.* 5, even if the answer comes later/],
])("says whether a question moves the reply date: %s", (replyStays, hint) => {
  showAlone(
    <DecideForm action="ask" options={{ ...OPTIONS, replyStays }} draft={beginDraft(OPTIONS)} missing={[]} fair={{ findings: [] }} onChange={() => {}} />,
  );
  screen.getByText(hint);
});

it.each([true, false])("marks refused times, and says whether others match what the candidate wrote: %s", (asked) => {
  const time = (hour: number, more: object) => ({
    startsAt: `2099-03-06T${hour}:00:00Z`,
    busy: false,
    elsewhere: false,
    fits: true,
    usual: true,
    asked: false,
    refused: false,
    ...more,
  });
  const days = [{ day: "2099-03-06", times: [time(14, { refused: true }), time(19, { asked })] }];
  const options = { ...OPTIONS, days, wishedTimes: "Afternoons please" } as DecideOptions;
  showAlone(<DecideForm action="invite" options={options} draft={beginDraft(options)} missing={[]} fair={{ findings: [] }} onChange={() => {}} />);
  screen.getByRole("checkbox", { name: /^9:00\sAM, refused$/ });
  screen.getByRole("checkbox", { name: /^2:00\sPM$/ });
  screen.getByText(asked ? /^Times that match this are among the first that are shown, by day\./ : /^We found no free time .* clearly matches this\./);
});

it.each([null, "Mornings"])("shows the times that the candidate wrote, where there are any: %s", (wishedTimes) => {
  const options = { ...OPTIONS, wishedTimes };
  showAlone(<DecideForm action="invite" options={options} draft={beginDraft(options)} missing={[]} fair={{ findings: [] }} onChange={() => {}} />);
  expect(screen.queryByText("Ana can come at these times") !== null).toBe(wishedTimes !== null);
  expect(screen.queryByText("“Mornings”") !== null).toBe(wishedTimes !== null);
});

it.each([true, false])("explains crossed-out times where there are any: %s", (busy) => {
  const time = { startsAt: "2099-03-06T19:00:00Z", busy, elsewhere: false, fits: true, usual: true, asked: false, refused: false };
  const options = { ...OPTIONS, days: [{ day: "2099-03-06", times: [time] }] } as DecideOptions;
  showAlone(<DecideForm action="invite" options={options} draft={beginDraft(options)} missing={[]} fair={{ findings: [] }} onChange={() => {}} />);
  screen.getByText(/20 minutes each\./);
  expect(screen.queryByText(/crossed-out/) !== null).toBe(busy);
});

it.each([
  ["19.99", 20, true],
  ["20", 20, false],
  ["", 20, false],
  ["1", null, false],
])("warns of the pay %j where the job says %j or more: %s", (pay, payLow, warned) => {
  const options = { ...OPTIONS, payLow, payHigh: 24 };
  showAlone(<DecideForm action="offer" options={options} draft={{ ...beginDraft(OPTIONS), pay }} missing={[]} fair={{ findings: [] }} onChange={() => {}} />);
  expect(screen.queryByText("The job says $20–$24/hour, and Ana applied to that. You can still send this offer.") !== null).toBe(warned);
});

it.each([
  [{ openings: 2, hired: 1, offered: 1 }, "2 openings, 1 hired, 1 offer open"],
  [{ openings: 1, hired: 0, offered: 0 }, null],
  [null, null],
])("warns of an offer that has no opening left: %j", (openings, warning) => {
  showAlone(
    <DecideForm
      action="offer"
      options={{ ...OPTIONS, payLow: null, payHigh: null, openings }}
      draft={beginDraft(OPTIONS)}
      missing={[]}
      fair={{ findings: [] }}
      onChange={() => {}}
    />,
  );
  if (warning) screen.getByText(warning);
  else expect(screen.queryByText(/offers? open/)).toBeNull();
});

/** The page of a person says truly why a recording is not there, and when an offer begins. */

import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openDeskApp } from "#/testing/desk.tsx";
import { serve } from "#/testing/server.ts";

const ANSWER = {
  order: 1, question: "How did you cook?", mode: "spoken", text: "I cooked.", silence: null, language: null, understood: null, passages: [], media: null, mediaType: null, duration: null,
  corrected: false, correctedAt: null,
};
const QUESTION = {
  id: "kitchen", competency: "Kitchen", text: "How did you cook?", levels: [], language: "en", translations: [], answers: [ANSWER], own: null,
  machine: null, machineFrom: null, others: [], hidden: 0,
};
const MOVE = { number: 1, action: "submit", name: null, fromStage: null, toStage: "submitted", reason: null, words: null, madeAt: "2026-03-01T15:00:00Z" };
const PERSON = {
  id: "one", name: "Rosa Delgado", firstName: "Rosa", title: "Line Cook", location: null, place: null, zone: "America/New_York", stage: "offered",
  version: 2, turn: "candidate", replyBy: null, late: false, look: null, submittedAt: "2026-03-01T15:00:00Z", showsVideo: true, showsWords: true,
  showsScore: true, contact: null, questions: [QUESTION], viewed: [], messages: [], meeting: null, pending: null, earlier: [],
  moves: [MOVE, { ...MOVE, number: 2, action: "offer", name: "Maria Ortiz", fromStage: "met", toStage: "offered", madeAt: "2026-03-02T15:00:00Z" }],
  offer: { pay: 21, startOn: "2026-03-09", firstShift: "4 PM", place: "218 9th Ave", bring: null, madeAt: "2026-03-02T15:00:00Z", acceptedAt: null },
};
const MEMBER = {
  id: "maria", name: "Maria Ortiz", firstName: "Maria", email: "maria@example.com", role: "manager", language: "en", secondFactor: false,
  hasPassword: true, dailyDigest: true, newsMail: true, shortcuts: false, allLocations: true, locationIds: [],
};

async function openPerson(more: object) {
  serve({
    "GET /api/desk/me": { body: { employer: { id: "e", name: "Two Spoons Diner", replyDays: 2, zone: "America/New_York" }, member: MEMBER } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/unsent": { body: { unsent: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/queue": { body: { rows: [], news: [], waiting: 0, people: 0, minutes: 0, nextKey: null } },
    "GET /api/desk/applications/one": { body: { ...PERSON, ...more } },
    "GET /api/desk/applications/one/links": { body: { links: [] } },
    "GET /api/desk/applications/one/sharing": { body: { links: [], reviewers: [], members: [] } },
  });
  openDeskApp("/desk/applications/one");
  await screen.findByRole("heading", { level: 1, name: "Rosa Delgado" });
}

it.each([
  [true, "This answer has no recording."],
  [false, "Rosa doesn't share the recording of this answer."],
])("tells a recording that is not there from one that is not shared: %s", async (showsVideo, text) => {
  await openPerson({ showsVideo });
  screen.getByText(text);
});

it("shows the first day of an offer with its weekday", async () => {
  await openPerson({});
  expect(screen.getByText("$21 an hour. First day: Mon, Mar 9.")).toBeTruthy();
});

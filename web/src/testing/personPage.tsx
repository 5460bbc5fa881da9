/** The page of a person on the desk, against a scripted server. */

import { screen } from "@testing-library/react";
import { openDeskApp } from "./desk.tsx";
import { EMPLOYER, MANAGER, QUESTION } from "./member.ts";
import { type Script, serve } from "./server.ts";

export const MOVE = {
  number: 1,
  action: "submit",
  name: null,
  fromStage: null,
  toStage: "submitted",
  reason: null,
  words: null,
  madeAt: "2026-03-01T15:00:00Z",
};
export const PERSON = {
  id: "one",
  name: "Rosa Delgado",
  firstName: "Rosa",
  title: "Line Cook",
  location: null,
  place: null,
  zone: "America/New_York",
  stage: "offered",
  version: 2,
  turn: "candidate",
  replyBy: null,
  late: false,
  look: null,
  submittedAt: "2026-03-01T15:00:00Z",
  showsVideo: true,
  showsWords: true,
  showsScore: true,
  scoreDeclined: false,
  contact: null,
  questions: [QUESTION],
  viewed: [],
  messages: [],
  meeting: null,
  pending: null,
  earlier: [],
  vacancy: null,
  quick: null,
  moves: [MOVE, { ...MOVE, number: 2, action: "offer", name: "Maria Ortiz", fromStage: "met", toStage: "offered", madeAt: "2026-03-02T15:00:00Z" }],
  offer: { pay: 21, startOn: "2026-03-09", firstShift: "4 PM", place: "218 9th Ave", bring: null, madeAt: "2026-03-02T15:00:00Z", acceptedAt: null },
};
export const OPTIONS = {
  id: "one",
  firstName: "Rosa",
  title: "Line Cook",
  location: "9th Avenue",
  employer: "Two Spoons Diner",
  zone: "America/New_York",
  stage: "in_review",
  version: 2,
  minutes: 30,
  actions: ["ask", "decline"],
  availability: [],
  days: [],
  place: "218 9th Ave",
  withoutStreet: null,
  askFor: "Maria",
  viewed: true,
  pending: null,
  meetsAt: null,
  look: null,
  payLow: null,
  openings: null,
  payHigh: null,
  language: "en",
  replyDays: 2,
};

export const REVIEWED = { stage: "in_review", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null };

export const AHEAD = {
  startsAt: "2099-03-05T20:00:00Z",
  zone: "America/New_York",
  offered: [],
  minutes: 20,
  place: "218 9th Ave",
  askFor: "Maria",
  state: "chosen",
};

/** Opens the page of the application "one"; `more` changes what is told of it, `script` what the server answers. */
export async function openPerson(more: object, script: Script = {}, query = "") {
  serve({
    "GET /api/desk/me": { body: { employer: EMPLOYER, member: MANAGER } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/unsent": { body: { unsent: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/queue": { body: { rows: [], news: [], waiting: 0, people: 0, minutes: 0, nextKey: null } },
    "GET /api/desk/applications/one": { body: { ...PERSON, ...more } },
    "GET /api/desk/applications/one/place": { body: { key: null, number: null, total: 0, previous: null, next: null } },
    "GET /api/desk/applications/one/links": { body: { links: [] } },
    "GET /api/desk/applications/one/notes": { body: { notes: [], colleagues: [] } },
    "POST /api/desk/wording": { body: { findings: [] } },
    "GET /api/desk/applications/one/sharing": { body: { links: [], reviewers: [], members: [] } },
    ...script,
  });
  const app = openDeskApp(`/desk/applications/one${query}`);
  await screen.findByRole("heading", { level: 1, name: "Rosa Delgado", hidden: true }); // A sheet may cover it.
  return app;
}

import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Application } from "#/api/applications.queries.ts";
import { Timeline } from "./Timeline.tsx";

const view = (id: string, name: string, answer: number, beganAt: string) => ({
  id,
  name,
  answer,
  beganAt,
  questionId: null,
  competency: `Skill ${answer}`,
  kind: "video",
  seconds: 9,
  counts: true,
  duration: 9,
  lastAt: beganAt,
});

it("has one line for all answers that somebody looked at on one day", () => {
  const views = [
    view("1", "Maria", 1, "2026-03-02T15:00:00Z"),
    view("2", "Maria", 2, "2026-03-02T15:05:00Z"),
    view("3", "Maria", 2, "2026-03-02T15:09:00Z"),
    view("4", "Devin", 1, "2026-03-02T15:06:00Z"),
    view("5", "Maria", 3, "2026-03-04T15:00:00Z"),
  ];
  const submittedAt = "2026-03-02T14:00:00Z"; // The first view was of another application with the same answers.
  views.unshift(view("0", "Sam", 1, "2026-03-01T15:00:00Z"));
  render(<Timeline application={{ submittedAt, moves: [], views, employer: { id: "e", name: "Two Spoons Diner" } } as unknown as Application} />);
  const lines = screen.getAllByRole("listitem").map((line) => line.querySelector("p")?.textContent ?? line.textContent);
  expect(lines).toEqual(["Maria looked at “Skill 3”", "Maria looked at 2 of your answers", "Devin looked at “Skill 1”"]);
});

it("says whether a time was chosen or changed", () => {
  const moves = ["invite", "choose_time", "choose_time", "invite", "choose_time"].map((action, at) => ({
    number: at + 1,
    action,
    name: "Maria",
    madeAt: `2026-03-02T15:0${at}:00Z`,
    letter: { language: "en", paragraphs: ["Hi"], times: [], timesAfter: 1 },
  }));
  render(<Timeline application={{ moves, views: [], employer: { id: "e", name: "Two Spoons Diner" } } as unknown as Application} />);
  expect(screen.getAllByText(/^You (picked|changed)/).map(({ textContent }) => textContent)).toEqual([
    "You picked a time",
    "You changed the time",
    "You picked a time",
  ]);
});

it("says when they met, and not when that was said", () => {
  const moves = ["invite", "choose_time", "meet"].map((action, at) => ({
    number: at + 1,
    action,
    name: "Maria",
    madeAt: `2026-03-02T12:0${at}:00Z`,
    letter: null,
  }));
  const meeting = { state: "met", startsAt: "2026-03-05T20:30:00Z", zone: "America/New_York" };
  render(<Timeline application={{ moves, meeting, views: [], employer: { id: "e", name: "Two Spoons Diner" } } as unknown as Application} />);
  expect(screen.getByText("You met Maria").closest("li")?.textContent).toMatch(/March\s5, 3:30\sPM/);
});

it("tells a canceled meeting from times that don't work", () => {
  const moves = ["invite", "refuse_times", "invite", "choose_time", "refuse_times"].map((action, at) => ({
    number: at + 1,
    action,
    name: "Maria",
    madeAt: `2026-03-02T15:0${at}:00Z`,
    letter: { language: "en", paragraphs: ["Hi"], times: [], timesAfter: 1 },
  }));
  render(<Timeline application={{ moves, views: [], employer: { id: "e", name: "Two Spoons Diner" } } as unknown as Application} />);
  expect(screen.getAllByText(/^(You canceled|None of)/).map(({ textContent }) => textContent)).toEqual([
    "You canceled the meeting",
    "None of the times worked for you",
  ]);
});

import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { showAlone } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";
import { YourTurn } from "./YourTurn.tsx";

const START = "2026-05-18T19:00:00Z";
const meeting = { offered: [START], minutes: 20, zone: "America/New_York", place: "218 9th Ave", askFor: "Maria", startsAt: START, state: "chosen" };
const APPLICATION = { id: "a1", stage: "invited", meeting, moves: [], employer: { id: "e1", name: "Two Spoons Diner" } } as never;

it.each([
  ["2026-05-18T19:10:00Z", "You're meeting them", true],
  ["2026-05-18T19:20:00Z", "Your meeting was", false],
])("at %s, an agreed meeting says: %s", (now, title, isAhead) => {
  vi.useFakeTimers({ now: new Date(now) });
  const maya = someUser();
  serve({ "GET /api/auth/me": { body: { user: maya } } });
  showAlone(<YourTurn application={APPLICATION} send={() => {}} busy={false} />, maya);
  screen.getByRole("heading", { name: title });
  expect(screen.queryByRole("link", { name: "Add to calendar" }) !== null).toBe(isAhead);
  expect(screen.queryByText(/^Two Spoons Diner says what comes next\./) === null).toBe(isAhead);
});

it("keeps the time of a meeting that the candidate began to move", async () => {
  vi.useFakeTimers({ now: new Date("2026-05-17T19:00:00Z"), toFake: ["Date"] });
  const maya = someUser();
  serve({ "GET /api/auth/me": { body: { user: maya } } });
  const two = { ...(APPLICATION as object), meeting: { ...meeting, offered: [START, "2026-05-19T19:00:00Z"] } } as never;
  const { person } = showAlone(<YourTurn application={two} send={() => {}} busy={false} />, maya);
  await person.click(screen.getByRole("button", { name: "Move it to another time" }));
  screen.getByRole("radio", { name: /May 19/ });
  await person.click(screen.getByRole("button", { name: "Keep this time" }));
  expect(screen.queryByRole("radio")).toBeNull();
  screen.getByRole("button", { name: "Move it to another time" });
});

import { screen } from "@testing-library/react";
import { useState } from "react";
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
  expect(screen.queryByText(/^Two Spoons Diner will say what comes next\./) === null).toBe(isAhead);
});

it("says that an offer still stands after the day by which an answer was asked for", () => {
  vi.useFakeTimers({ now: new Date("2026-05-18T19:00:00Z") });
  const maya = someUser();
  serve({ "GET /api/auth/me": { body: { user: maya } } });
  const offer = { pay: 21, startOn: "2026-05-25", firstShift: "4 PM", place: "218 9th Ave", bring: null, answerBy: "2026-05-17" };
  const offered = { ...(APPLICATION as object), stage: "offered", offer, zone: "America/New_York" } as never;
  showAlone(<YourTurn application={offered} send={() => {}} busy={false} />, maya);
  screen.getByText("They asked for an answer by Sun, May 17. You can still answer until they take the offer back.");
});

it.each([
  ["2026-05-18T19:00:00Z", true],
  ["2026-05-27T19:00:00Z", false],
])("at %s, the first day of a job can be added to the calendar: %s", (now, isAhead) => {
  vi.useFakeTimers({ now: new Date(now) });
  const maya = someUser();
  serve({ "GET /api/auth/me": { body: { user: maya } } });
  const offer = { pay: 21, startOn: "2026-05-25", firstShift: "4 PM", place: "218 9th Ave", bring: null, answerBy: null };
  const hired = { ...(APPLICATION as object), stage: "hired", offer, zone: "America/New_York" } as never;
  showAlone(<YourTurn application={hired} send={() => {}} busy={false} />, maya);
  expect(screen.queryByRole("link", { name: "Add to calendar" })?.getAttribute("href") ?? null).toBe(isAhead ? "/api/applications/a1/meeting.ics" : null);
});

it.each([
  ["2026-05-19T19:00:00Z", true],
  ["2026-05-20T19:00:00Z", false],
])("with the time %s of a mail in its address, has it chosen if it is open: %s", async (time, isOpen) => {
  vi.useFakeTimers({ now: new Date("2026-05-17T19:00:00Z"), toFake: ["Date"] });
  const maya = someUser();
  serve({ "GET /api/auth/me": { body: { user: maya } } });
  const offered = [START, "2026-05-19T19:00:00.000Z"];
  const invited = { ...(APPLICATION as object), meeting: { ...meeting, offered, startsAt: null, state: "offered" } } as never;
  const send = vi.fn();
  history.replaceState(null, "", `/application?id=a1&time=${time}`);
  const { person } = showAlone(<YourTurn application={invited} send={send} busy={false} />, maya);
  expect(screen.queryByRole("radio", { name: /May\s19/, checked: true }) !== null).toBe(isOpen);
  expect(screen.queryByText(/May 20.*3:00 PM.* isn't open anymore\. These times are left\.$/) === null).toBe(isOpen);
  expect(send).not.toHaveBeenCalled();
  await person.click(screen.getByRole("radio", { name: /May\s19/ }));
  await person.click(screen.getByRole("button", { name: "Take this time" }));
  expect(send).toHaveBeenCalledWith({ kind: "time", startsAt: offered[1], words: null });
});

it("keeps the time of a meeting that the candidate began to move", async () => {
  vi.useFakeTimers({ now: new Date("2026-05-17T19:00:00Z"), toFake: ["Date"] });
  const maya = someUser();
  serve({ "GET /api/auth/me": { body: { user: maya } } });
  const two = { ...(APPLICATION as object), meeting: { ...meeting, offered: [START, "2026-05-19T19:00:00Z"] } } as never;
  const { person } = showAlone(<YourTurn application={two} send={() => {}} busy={false} />, maya);
  await person.click(screen.getByRole("button", { name: "Move it to another time" }));
  screen.getByRole("radio", { name: /May\s19/ });
  await person.click(screen.getByRole("button", { name: "Keep this time" }));
  expect(screen.queryByRole("radio")).toBeNull();
  screen.getByRole("button", { name: "Move it to another time" });
});

it.each([
  ["2026-05-17T19:00:00Z", [START]],
  ["2026-05-17T19:00:00Z", [START, "2026-05-16T19:00:00Z"]],
])("leads back to the agreed time where no other is open any longer: at %s, %o", async (now, left) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
  const maya = someUser();
  serve({ "GET /api/auth/me": { body: { user: maya } } });
  const withTimes = (offered: string[]) => ({ ...(APPLICATION as object), meeting: { ...meeting, offered } }) as never;
  function Page() {
    const [offered, setOffered] = useState([START, "2026-05-19T19:00:00Z"]);
    return (
      <>
        <YourTurn application={withTimes(offered)} send={() => {}} busy={false} />
        <button onClick={() => setOffered(left)}>Others take them</button>
      </>
    );
  }
  const { person } = showAlone(<Page />, maya);
  await person.click(screen.getByRole("button", { name: "Move it to another time" }));
  await person.click(screen.getByRole("button", { name: "Others take them" }));
  screen.getByText(/^You keep Monday, May 18, 3:00\sPM.*\. No other time is open\.$/);
  expect(screen.queryByText(/None of these times/)).toBeNull();
  await person.click(screen.getByRole("button", { name: "Keep this time" }));
  expect(screen.queryByText(/^You keep/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Move it to another time" })).toBeNull();
});

it("says that the first day of an offer has passed, and does not agree to it", async () => {
  vi.useFakeTimers({ now: new Date("2026-05-26T19:00:00Z"), toFake: ["Date"] });
  const maya = someUser();
  serve({ "GET /api/auth/me": { body: { user: maya } } });
  const offer = { pay: 21, startOn: "2026-05-25", firstShift: "4 PM", place: "218 9th Ave", bring: null, answerBy: null };
  const offered = { ...(APPLICATION as object), stage: "offered", offer, zone: "America/New_York" } as never;
  const { person } = showAlone(<YourTurn application={offered} send={() => {}} busy={false} />, maya);
  screen.getByText("This day has passed. Write to Two Spoons Diner and agree on a new first day before you accept.");
  await person.click(screen.getByRole("button", { name: "Accept for $21/hour" }));
  screen.getByText(/^You take the job at Two Spoons Diner\. You still have to agree with them on a new first day\./);
});

it("lets somebody who was said not to have come answer that", async () => {
  const maya = someUser();
  serve({ "GET /api/auth/me": { body: { user: maya } } });
  const missed = {
    ...(APPLICATION as object),
    stage: "in_review",
    meeting: { ...meeting, state: "no_show" },
    moves: [{ action: "no_show" }],
    messages: [],
  } as never;
  const send = vi.fn();
  const { person } = showAlone(<YourTurn application={missed} send={send} busy={false} />, maya);
  screen.getByRole("heading", { name: "Two Spoons Diner says you didn't meet" });
  screen.getByText("If that's wrong, tell them.");
  await person.type(screen.getByRole("textbox", { name: "Write to Two Spoons Diner" }), "I was there");
  await person.click(screen.getByRole("button", { name: "Send" }));
  expect(send.mock.calls[0]?.[0]).toMatchObject({ kind: "message", text: "I was there" });
});

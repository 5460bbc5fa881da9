/** Words about a protected trait in the message that cancels a meeting get a hint, which stops the first attempt to send it. */

import { cleanup, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { calendarDate } from "#/format/zones.ts";
import { openDeskApp } from "#/testing/desk.tsx";
import { EMPLOYER, MANAGER } from "#/testing/member.ts";
import { serve } from "#/testing/server.ts";

const ENTRY = {
  id: "a1",
  version: 4,
  firstName: "Rosa",
  title: "Line Cook",
  location: "Astoria",
  zone: "America/New_York",
  minutes: 30,
  state: "chosen",
  startsAt: "2099-06-01T15:00:00Z",
  place: "218 9th Ave",
  askFor: "Maria",
  offered: [],
  member: "Maria Ortiz",
  mine: true,
  clashes: [],
};
const OLD = "We want somebody younger";

it("hints at words that discriminate in the message that cancels a meeting, and sends it on a second press", async () => {
  const sent: unknown[] = [];
  serve({
    "GET /api/desk/me": { body: { employer: EMPLOYER, member: MANAGER } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/calendar": { body: { entries: [ENTRY], firstDays: [], feed: "", own: null } },
    "POST /api/desk/applications/a1/preview": (body) => {
      const { words } = body as { words: string | null };
      const letter = { paragraphs: [words ?? "The meeting is canceled."], times: [], timesAfter: 0 };
      return { body: { language: "en", letter, findings: words === OLD ? [{ trait: "age", words: "younger" }] : [] } };
    },
    "POST /api/desk/applications/a1/moves": (body) => {
      sent.push(body);
      return { body: {} };
    },
  });
  const { person } = openDeskApp("/desk/calendar");
  await person.click(await screen.findByRole("button", { name: "Cancel" }));
  const dialog = within(screen.getByRole("dialog", { name: "Cancel the meeting with Rosa?" }));
  await dialog.findByText("The meeting is canceled.");
  expect(dialog.queryByText(/About age/)).toBeNull();
  await person.click(dialog.getByRole("textbox"));
  await person.paste(OLD);
  expect((await dialog.findByText(/About age/, {}, { timeout: 3000 })).textContent).toContain("“younger”");
  await person.click(dialog.getByRole("button", { name: "Cancel and tell Rosa" }));
  await person.click(await dialog.findByRole("button", { name: "Send anyway" }));
  expect(sent).toEqual([{ action: "cancel", words: OLD }]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

const FIRST_DAY = {
  id: "a3",
  firstName: "Ana",
  title: "Barista",
  location: "Astoria",
  startOn: "2099-06-03",
  firstShift: "4 PM to 11 PM",
  place: "218 9th Ave",
  member: "Olga Ruiz",
  mine: false,
};
const PAGE = {
  "GET /api/desk/me": { body: { employer: EMPLOYER, member: MANAGER } },
  "GET /api/desk/employers": { body: { employers: [] } },
  "GET /api/desk/threads/unread": { body: { threads: 0 } },
};
const SECRET = "https://calendar.example.com/private-1/basic.ics";

it("connects the member's own calendar, says what to do about an address, and removes it", async () => {
  let own: object | null = null;
  const typed: unknown[] = [];
  serve({
    ...PAGE,
    "GET /api/desk/calendar": () => ({ body: { entries: [], firstDays: [], feed: "", own } }),
    "PUT /api/desk/calendar/own": (body) => {
      typed.push(body);
      if (typed.length === 1) return { status: 422, body: { code: "calendar_unreadable", message: "No", problem: "not_calendar" } };
      own = { host: "calendar.example.com", readAt: "2099-06-01T15:00:00Z", problem: null };
      return { body: own };
    },
    "DELETE /api/desk/calendar/own": () => {
      own = null;
      return { body: {} };
    },
  });
  const { person } = openDeskApp("/desk/calendar");
  const section = within(await screen.findByRole("region", { name: "Your busy times" }));
  await person.click(section.getByRole("button", { name: "Connect" }));
  section.getByText("Please paste the address");
  await person.click(section.getByRole("textbox"));
  await person.paste(SECRET);
  await person.click(section.getByRole("button", { name: "Connect" }));
  await section.findByText(/ends in “.ics”/);
  await person.click(section.getByRole("button", { name: "Connect" }));
  await section.findByText("Connected: calendar.example.com");
  expect(typed).toEqual([{ address: SECRET }, { address: SECRET }]);
  expect(screen.queryByText(/private-1/)).toBeNull();
  expect(section.queryByRole("textbox")).toBeNull();
  await person.click(section.getByRole("button", { name: "Remove" }));
  await section.findByRole("textbox");
  expect(section.queryByText(/Connected/)).toBeNull();
});

it("says since when a calendar cannot be read, and at which times the member is busy by now", async () => {
  const own = { host: "calendar.example.com", readAt: "2099-06-01T15:00:00Z", problem: "gone" };
  const offered = ["2099-06-02T15:00:00Z", "2099-06-02T16:00:00Z"];
  const waiting = { ...ENTRY, id: "a2", firstName: "Luis", state: "offered", startsAt: null, offered, clashes: offered.slice(1) };
  const agreed = { ...ENTRY, clashes: [ENTRY.startsAt] };
  serve({ ...PAGE, "GET /api/desk/calendar": { body: { entries: [agreed, waiting], firstDays: [], feed: "", own } } });
  openDeskApp("/desk/calendar");
  const section = within(await screen.findByRole("region", { name: "Your busy times" }));
  expect(section.getByRole("alert").textContent).toMatch(/last read: .*paste it here/);
  section.getByRole("textbox", { name: "Secret address of your calendar" });
  within(screen.getByRole("region", { name: "Meetings" })).getByText("Your own calendar says you're busy then.");
  const invited = within(screen.getByRole("region", { name: "Waiting for a time" }));
  expect(invited.getAllByText(/your own calendar says you're busy/).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/12:00.*: your own calendar/),
  ]);
});

it("says that none of the offered times is left", async () => {
  const waiting = { ...ENTRY, state: "offered", startsAt: null, offered: [] };
  serve({ ...PAGE, "GET /api/desk/calendar": { body: { entries: [waiting], firstDays: [], feed: "", own: null } } });
  openDeskApp("/desk/calendar");
  const invited = within(await screen.findByRole("region", { name: "Waiting for a time" }));
  invited.getByText("None of the times you offered is left: you agreed to meet others then.");
  invited.getByRole("link", { name: "Offer other times: Rosa, Line Cook, Astoria" });
});

it("shows the first days of people hired, and none that is over", async () => {
  const firstDays = [{ ...FIRST_DAY, id: "a4", firstName: "Leo", startOn: "2020-06-03" }, FIRST_DAY];
  serve({ ...PAGE, "GET /api/desk/calendar": { body: { entries: [], firstDays, feed: "", own: null } } });
  openDeskApp("/desk/calendar");
  const section = within(await screen.findByRole("region", { name: "First days" }));
  expect(section.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Wednesday, June\u00a03AnaBarista, Astoria4\u00a0PM to 11\u00a0PM. 218 9th AveOffer by Olga Ruiz",
  ]);
  expect(section.getByRole("link", { name: "Ana" }).getAttribute("href")).toBe("/desk/applications/a3?from=calendar");
});

it("begins the week with the day where the employer is", async () => {
  for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    serve({
      ...PAGE,
      "GET /api/desk/me": { body: { employer: { ...EMPLOYER, zone }, member: MANAGER } },
      "GET /api/desk/calendar": { body: { entries: [ENTRY], firstDays: [], feed: "", own: null } },
    });
    openDeskApp("/desk/calendar");
    const [first] = within(await screen.findByRole("list", { name: "This week" })).getAllByRole("listitem");
    expect(first?.textContent).toContain(String(Number(calendarDate(zone, new Date()).slice(-2))));
    cleanup();
  }
});

/** Words about a protected trait in the message that cancels a meeting get a hint; nothing stops the member. */

import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openDeskApp } from "#/testing/desk.tsx";
import { serve } from "#/testing/server.ts";

const MEMBER = {
  id: "maria",
  name: "Maria Ortiz",
  firstName: "Maria",
  email: "maria@example.com",
  role: "manager",
  language: "en",
  secondFactor: false,
  hasPassword: true,
  dailyDigest: true,
  newsMail: true,
  shortcuts: false,
  allLocations: true,
  locationIds: [],
};
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
};
const OLD = "We want somebody younger";

it("hints at words that discriminate in the message that cancels a meeting, and sends it all the same", async () => {
  const sent: unknown[] = [];
  serve({
    "GET /api/desk/me": { body: { employer: { id: "e", name: "Two Spoons Diner", replyDays: 2, zone: "America/New_York" }, member: MEMBER } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/calendar": { body: { entries: [ENTRY], feed: "" } },
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
  expect(sent).toEqual([{ action: "cancel", words: OLD }]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

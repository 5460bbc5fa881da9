/** One tab of the desk shows the people of one member, and acts for nobody else. */

import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { Desk } from "#/api/types.ts";
import { readDraft } from "#/platform/drafts.ts";
import { openDeskApp } from "#/testing/desk.tsx";
import { type Script, serve } from "#/testing/server.ts";
import { addPending } from "./decide/pending.ts";

function deskOf(id: string, name: string, employer: string): Desk {
  const [firstName = ""] = name.split(" ");
  const settings = {
    role: "manager" as const,
    language: "en" as const,
    secondFactor: false,
    hasPassword: true,
    dailyDigest: true,
    newsMail: true,
    shortcuts: false,
  };
  const member = { id, name, firstName, email: `${id}@example.com`, allLocations: true, locationIds: [], ...settings };
  return { employer: { id: employer, name: employer, replyDays: 2, zone: "America/New_York" }, member };
}

const ANA = deskOf("ana", "Ana Whitlock", "Two Spoons Diner");
const THEO = deskOf("theo", "Theo Grant", "Corner Cafe");
const LUIS = {
  id: "a1",
  name: "Luis",
  firstName: "Luis",
  title: "Line Cook",
  location: "Astoria",
  replyBy: "2026-06-01T00:00:00Z",
  late: false,
  stage: "submitted",
  answers: 4,
  seen: 0,
  seconds: null,
  firstAnswer: null,
  quote: null,
  topics: [],
  version: 1,
  zone: null,
};
const refusal = (code: string) => ({ status: 401, body: { code, message: "Please sign in." } });

beforeEach(() => {
  localStorage.clear();
  onTestFinished(() => focusManager.setFocused(undefined));
});

/** What the server does while `desk` is signed in: as the server, it refuses requests that are for another member. */
function serveDesk(desk: Desk, script: Script = {}): Script {
  const found: Script = {};
  const replies: Script = {
    "GET /api/desk/me": { body: desk },
    "GET /api/desk/queue": {
      body: { rows: desk === ANA ? [LUIS] : [], news: [], waiting: desk === ANA ? 1 : 0, people: desk === ANA ? 1 : 0, minutes: 4, nextKey: null },
    },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/unsent": { body: { unsent: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/applications/a1": { status: 404, body: { code: "not_found", message: "" } },
    ...script,
  };
  for (const [key, answer] of Object.entries(replies)) {
    found[key] = (body, headers) => {
      if ((headers.get("x-signed-in-as") ?? desk.member.id) !== desk.member.id) return refusal("signed_in_as_other");
      return typeof answer === "function" ? answer(body, headers) : answer;
    };
  }
  return found;
}

async function openAsAna() {
  const found = serveDesk(ANA);
  serve(found);
  const app = openDeskApp("/desk");
  await screen.findByRole("heading", { name: "Luis", level: 3 });
  const become = (script: Script) => Object.assign(found, script);
  return { ...app, become };
}

/** The member comes back to this tab. */
async function comeBack() {
  await act(async () => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await new Promise(setImmediate);
  });
}

it.each(["staff_not_signed_in", ""])("the next member in the same tab sees nobody of the former one (%s)", async (code) => {
  const { become, person, path } = await openAsAna();
  act(() =>
    addPending({
      id: "a1",
      firstName: "Luis",
      title: "Line Cook",
      location: null,
      pending: { action: "decline", mine: true, dueAt: new Date(Date.now() + 30_000).toISOString() } as never,
    }),
  );
  await screen.findByRole("button", { name: /Undo/ });
  become(Object.fromEntries(Object.keys(serveDesk(ANA)).map((key) => [key, refusal(code)])));
  await comeBack();
  await screen.findByRole("heading", { name: "Sign in to hire" });
  expect(path()).toBe("/desk/sign-in?next=%2Fdesk");
  // His own list cannot be loaded, so that only a remembered one could be shown.
  become(serveDesk(THEO, { "GET /api/desk/queue": "unreachable" }));
  become({ "POST /api/desk/sign-in/password": { body: { choices: [] } } });
  await person.click(screen.getByRole("button", { name: "Use a password" }));
  await person.type(screen.getByLabelText("Work email"), "theo@example.com");
  await person.type(screen.getByLabelText("Password"), "four green ladders 7");
  await person.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByText("Corner Cafe");
  await screen.findByRole("button", { name: "Try Again" });
  expect(document.body.textContent).not.toContain("Luis");
});

it.each(["/desk", "/desk/jobs/new"])("an old tab at %s stops and says who is signed in now", async (at) => {
  const { become, navigate, person } = await openAsAna();
  if (at !== "/desk") {
    const place = {
      id: "l1",
      name: "Astoria",
      street: "31-10 Broadway",
      city: "Astoria",
      state: "NY",
      zip: "11106",
      zone: "America/New_York",
      closedAt: null,
      opensAt: null,
      closesAt: null,
    };
    become(serveDesk(ANA, { "GET /api/desk/team": { body: { members: [], locations: [place] } }, "GET /api/desk/job-templates": { body: { templates: [] } } }));
    act(() => navigate(at));
    await person.type((await screen.findAllByRole("textbox"))[0]!, "Secret job");
    expect(readDraft("member:ana", "desk-job")).not.toBeNull();
  }
  become(serveDesk(THEO));
  await comeBack();
  await screen.findByRole("heading", { name: "Theo Grant (Corner Cafe) is signed in now" });
  expect(document.body.textContent).not.toContain("Luis");
  await comeBack();
  expect(screen.getByRole("button", { name: "Continue as Theo Grant" })).toBeTruthy();
  expect(readDraft("member:theo", "desk-job"), "another member's drafts").toBeNull();
});

it("an old tab's decision is refused by the server, and the tab stops", async () => {
  const { become, person } = await openAsAna();
  become(serveDesk(THEO, { "PATCH /api/desk/me": { body: THEO }, "POST /api/desk/sign-out": { body: { next: null } } }));
  await person.click(screen.getByRole("button", { name: "Ana" }));
  const [signOut] = screen.getAllByRole("button", { name: "Sign out" });
  await person.click(signOut!);
  await screen.findByRole("heading", { name: "Theo Grant (Corner Cafe) is signed in now" });
});

it("recovery codes stay on the screen while the member looks elsewhere", async () => {
  const found: Script = {
    "GET /api/desk/me": { status: 401, body: { code: "second_factor_required", message: "", enrolled: false } },
    "POST /api/desk/second-factor/setup": { body: { secret: "ABCDEFGH", size: 20, path: "M0 0h1v1z" } },
    "POST /api/desk/second-factor": { body: { codes: ["1111-2222", "3333-4444"] } },
  };
  serve(found);
  const { person } = openDeskApp("/desk/sign-in");
  await person.type(await screen.findByLabelText("Code"), "123456");
  await person.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByText("1111-2222");
  Object.assign(found, serveDesk(ANA));
  await comeBack();
  expect(screen.getByText("1111-2222")).toBeTruthy();
  await person.click(screen.getByRole("button", { name: "I've saved them" }));
  await waitFor(() => screen.getByRole("heading", { name: "Luis", level: 3 }));
});

/** Before an owner loses the role or leaves, the page says what stops acting, and how many keys. */

import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openDeskApp } from "#/testing/desk.tsx";
import { type Script, serve } from "#/testing/server.ts";

const SETTINGS = { language: "en", secondFactor: true, hasPassword: true, dailyDigest: true, newsMail: true, shortcuts: false };
const person = (id: string, name: string, role: string) => ({
  id,
  name,
  role,
  email: `${id}@example.com`,
  state: "active",
  allLocations: true,
  locationIds: [],
  secondFactor: true,
  invitedAt: "2026-01-01T00:00:00Z",
  invitedUntil: null,
  deactivatedAt: null,
});
const ANA = person("ana", "Ana Whitlock", "owner");
const BEN = person("ben", "Ben Cole", "owner");
const MARIA = person("maria", "Maria Ortiz", "manager");
const key = (name: string, createdById: string, ended = false) => ({
  id: name,
  name,
  createdById,
  ended,
  hint: "abcd",
  scopes: ["jobs:read"],
  locationIds: null,
  oldUntil: null,
  createdBy: "",
  createdAt: "2026-01-01T00:00:00Z",
  lastUsedAt: null,
});
const KEYS = [key("HR system", "ben"), key("Payroll", "ben"), key("Old", "ben", true), key("Rota", "ana")];
const ATS = { ending: "wxyz", createdAt: "2026-01-01T00:00:00Z", usedAt: null, failedAt: null, ended: false, createdById: "ben", key: null };

async function openTeam(more: Script = {}) {
  const member = { ...ANA, ...SETTINGS, firstName: "Ana" };
  serve({
    "GET /api/desk/me": { body: { employer: { id: "e", name: "Two Spoons Diner", replyDays: 2, zone: "America/New_York" }, member } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/unsent": { body: { unsent: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/queue": { body: { rows: [], news: [], waiting: 0, people: 0, minutes: 0, nextKey: null } },
    "GET /api/desk/team": { body: { members: [ANA, BEN, MARIA], locations: [] } },
    "GET /api/desk/api-keys": { body: { keys: KEYS, scopes: [], locations: [] } },
    "GET /api/desk/assessments": { body: { url: "", key: ATS, counts: {}, orders: [], next: null } },
    ...more,
  });
  const app = openDeskApp("/desk/team");
  const open = async (name: string) => {
    await app.person.click(await screen.findByRole("button", { name: `Change ${name}` }));
    return within(await screen.findByRole("dialog"));
  };
  return { ...app, open };
}

const THREE = "3 keys stop working: HR system, Payroll, and Applicant tracking system. To avoid a gap, renew them under Connections first.";

it("names the keys that end before an owner becomes a manager", async () => {
  const { person: user, open } = await openTeam();
  const dialog = await open("Ben Cole");
  expect(dialog.queryByText(/stop working/)).toBeNull();
  await user.click(dialog.getByRole("radio", { name: /Manager/ }));
  expect(await dialog.findByText(THREE)).toBeTruthy();
  expect(dialog.getByText(/Ben Cole will no longer be an owner\./)).toBeTruthy();
  await user.click(dialog.getByRole("radio", { name: /Owner/ }));
  expect(dialog.queryByText(/stop working/)).toBeNull();
});

it("names them before an owner is deactivated, and one's own before leaving", async () => {
  const { person: user, open } = await openTeam();
  await user.click((await open("Ben Cole")).getByRole("button", { name: "Deactivate" }));
  expect(await screen.findByText(THREE)).toBeTruthy();
  await user.keyboard("{Escape}");
  await user.click((await open("Ana Whitlock")).getByRole("button", { name: "Leave the team" }));
  expect(await screen.findByText("1 key stops working: Rota. To avoid a gap, ask another owner to renew it under Connections first.")).toBeTruthy();
});

it("still says that keys end if their list cannot be loaded, and asks for none of a manager's", async () => {
  const { person: user, open } = await openTeam({ "GET /api/desk/api-keys": "unreachable", "GET /api/desk/assessments": "unreachable" });
  const dialog = await open("Ben Cole");
  await user.click(dialog.getByRole("radio", { name: /Reviewer/ }));
  expect(await dialog.findByText(/API keys and invitations from this person stop working at once/)).toBeTruthy();
  await user.keyboard("{Escape}");
  await user.click((await open("Maria Ortiz")).getByRole("radio", { name: /Reviewer/ }));
  expect(screen.queryByText(/will no longer be an owner/)).toBeNull();
});

it("asks before it deletes a member who has left", async () => {
  const left = { ...MARIA, state: "deactivated", deactivatedAt: "2026-02-01T00:00:00Z" };
  const deleted = vi.fn(() => ({ body: {} }));
  const { person: user } = await openTeam({
    "GET /api/desk/team": () => ({ body: { members: deleted.mock.calls.length > 0 ? [ANA] : [ANA, left], locations: [] } }),
    "DELETE /api/desk/members/maria": deleted,
  });
  await user.click(await screen.findByRole("button", { name: "Delete Maria Ortiz" }));
  await user.click(within(await screen.findByRole("dialog", { name: "Delete Maria Ortiz?" })).getByRole("button", { name: "Not now" }));
  expect(deleted).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Delete Maria Ortiz" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  await screen.findByText("Deleted. Only the name stays, with what they did.");
  await waitFor(() => expect(screen.queryByText("Maria Ortiz")).toBeNull());
});

it("says to somebody who leaves the team that they left, and nothing of another device", async () => {
  const { open, person } = await openTeam({ "POST /api/desk/members/ana/deactivate": { body: {} } });
  await person.click((await open("Ana Whitlock")).getByRole("button", { name: "Leave the team" }));
  const ended = { status: 401, body: { code: "staff_not_signed_in", message: "Please sign in." } };
  serve({
    "POST /api/desk/members/ana/deactivate": { body: { members: [BEN, MARIA], locations: [] } },
    "GET /api/desk/me": ended,
    "GET /api/desk/team": ended,
  });
  await person.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Leave the team" }));
  await screen.findByRole("heading", { name: "Sign in to hire" });
  await screen.findByText("You left the team.");
  expect(document.body.textContent).not.toContain("another device");
});

it("says to the owner who closes the account that it is closed", async () => {
  const { person } = await openTeam({ "GET /api/desk/employer/leaving": { body: { applications: 4, jobs: 3, members: 2, invited: ["Theo Grant"] } } });
  await person.click(await screen.findByRole("button", { name: "Close the account" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("Open applications: 4. Jobs: 3. People on the team: 2.");
  dialog.getByText("Open invitations: 1 (Theo Grant). They are told by email, and their links stop working.");
  await person.type(dialog.getByLabelText("Type Two Spoons Diner to confirm"), "Two Spoons Diner");
  expect(dialog.getByLabelText("Code from your authenticator app").getAttribute("inputmode")).toBe("numeric");
  await person.click(dialog.getByRole("button", { name: "Use a recovery code" }));
  const code = dialog.getByLabelText("Recovery code");
  expect(code.getAttribute("inputmode"), "recovery codes have letters").toBe("text");
  await person.type(code, "abcde23456");
  const ended = { status: 401, body: { code: "staff_not_signed_in", message: "Please sign in." } };
  const calls = serve({ "POST /api/desk/employer/close": { body: {} }, "GET /api/desk/me": ended, "GET /api/desk/team": ended });
  await person.click(dialog.getByRole("button", { name: "Close the account" }));
  await screen.findByRole("heading", { name: "Sign in to hire" });
  await screen.findByText("Two Spoons Diner is closed. Everyone with an open application gets a message.");
  expect(calls.find((call) => call.key === "POST /api/desk/employer/close")?.body).toEqual({ name: "Two Spoons Diner", code: "abcde23456" });
});

import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { User } from "#/api/types.ts";
import { readItem } from "#/platform/storage.ts";
import { openApp } from "#/testing/app.tsx";
import { type Script, serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

beforeEach(() => localStorage.clear());

const card = async (name: string) => within(await screen.findByRole("region", { name }));
const toastOf = (title: string) => screen.findByText(title, { ignore: "[role=status]" });

function open(user: User, script: Script = {}) {
  const reply = { body: { user } };
  const signIns = { body: { sessions: [] } };
  const calls = serve({
    "GET /api/auth/me": reply,
    "GET /api/user/profile": reply,
    "GET /api/auth/sessions": signIns,
    "GET /api/auth/passkeys": { body: { passkeys: [] } },
    ...script,
  });
  return { calls, ...openApp("/profile", user) };
}

describe("my profile", () => {
  it("shows a new user what is missing", async () => {
    open(someUser({ lastName: "", email: null }));
    const status = await card("Profile Status");
    status.getByText("Incomplete");
    status.getByText("Pending");
    status.getByText("Job Search");
    expect((await card("Personal Information")).getAllByText("Not provided")).toHaveLength(3);
    (await card("Account Information")).getByText("Not available");
  });

  it("shows completed steps and verified contacts", async () => {
    const over = { profileCompleted: true, interviewCompleted: true, currentFlowStep: "completed" };
    open(someUser({ ...over, phone: "+12125550142", phoneVerified: true }));
    const status = await card("Profile Status");
    status.getByText("Complete");
    expect(status.getAllByText("Completed")).toHaveLength(2);
    (await card("Personal Information")).getByText("Verified");
  });

  it("does not mark an unverified phone as verified", async () => {
    open(someUser({ phone: "+12125550142" }));
    const personal = await card("Personal Information");
    personal.getByText("(212) 555-0142");
    expect(personal.queryByText("Verified")).toBeNull();
  });

  it("shows the known data, and says when the record cannot be fetched", async () => {
    open(someUser(), { "GET /api/user/profile": { status: 500 } });
    await screen.findByText("Failed to fetch profile. What you see may be out of date.");
    (await card("Personal Information")).getByText("Torres");
  });
});

describe("editing", () => {
  async function edit(script: Script = {}, user = someUser()) {
    const app = open(user, script);
    await app.person.click(await screen.findByRole("button", { name: "Edit" }));
    return app;
  }

  it("saves, closes and confirms", async () => {
    const saved = someUser({ firstName: "Ana", email: null, profileCompleted: true });
    const { person, calls } = await edit({ "PATCH /api/auth/profile": { body: { user: saved } } });
    await person.clear(screen.getByLabelText("First Name"));
    await person.type(screen.getByLabelText("First Name"), " Ana ");
    await person.clear(screen.getByLabelText("Email"));
    await person.click(screen.getByRole("button", { name: "Save Changes" }));
    await toastOf("Profile updated");
    await toastOf("Your profile has been successfully updated.");
    expect(calls.at(-1)?.body).toEqual({ firstName: "Ana", lastName: "Torres", email: null, profileCompleted: true });
    (await card("Personal Information")).getByText("Ana");
    (await card("Profile Status")).getByText("Complete");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit" }));
  });

  it("discards the changes on Cancel", async () => {
    const { person, calls } = await edit();
    await person.type(screen.getByLabelText("First Name"), "x");
    await person.click(screen.getByRole("button", { name: "Cancel" }));
    (await card("Personal Information")).getByText("Maya");
    expect(calls.every(({ key }) => key.startsWith("GET"))).toBe(true);
  });

  it("reports missing values next to their fields", async () => {
    const { person } = await edit();
    await person.clear(screen.getByLabelText("First Name"));
    await person.click(screen.getByRole("button", { name: "Save Changes" }));
    await screen.findByText("First name is required");
    expect(document.activeElement).toBe(screen.getByLabelText("First Name"));
  });

  it("stays open when the server rejects the values, with its message next to the field", async () => {
    const taken = "This email already has an account.";
    const body = { code: "email_taken", message: taken, fields: { email: taken } };
    const { person } = await edit({ "PATCH /api/auth/profile": { status: 409, body } });
    await person.click(screen.getByRole("button", { name: "Save Changes" }));
    expect((await screen.findByRole("alert")).textContent).toBe(`Update failed${taken}`);
    screen.getByText(taken, { ignore: "[role=alert] *" });
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
  });

  it("stays open when the server does not respond", async () => {
    const { person } = await edit({ "PATCH /api/auth/profile": "unreachable" });
    await person.click(screen.getByRole("button", { name: "Save Changes" }));
    const alert = await screen.findByRole("alert");
    within(alert).getByText("Update failed");
    within(alert).getByText("Failed to update profile. Please try again.");
    screen.getByLabelText("First Name");
  });
});

describe("signing out", () => {
  it.each([
    ["the server agrees", { body: { ok: true } }],
    ["the server cannot be reached", "unreachable"],
  ] as const)("goes to the start when %s", async (_, answer) => {
    vi.mocked(console.error).mockReturnValue();
    const { person, path } = open(someUser(), { "POST /api/auth/logout": answer });
    await person.click(await screen.findByRole("button", { name: "Sign Out" }));
    await waitFor(() => expect(path()).toBe("/"));
    expect(readItem("authToken")).toBeNull();
  });
});

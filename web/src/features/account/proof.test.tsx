import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { readItem } from "#/platform/storage.ts";
import { openApp } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

const MAYA = someUser({ currentStep: 5 });
const refused = (status: number, code: string, message: string, fields?: Record<string, string>) => ({
  status,
  body: { code, message, ...(fields ? { fields } : {}) },
});
const PROOF = refused(403, "proof_required", "Please enter your password again.");

beforeEach(() => localStorage.clear());

describe("changing sign-in details", () => {
  async function changeEmail(answers: Record<string, unknown>) {
    const calls = serve({
      "GET /api/auth/me": { body: { user: MAYA } },
      "GET /api/user/profile": { body: { user: MAYA } },
      "GET /api/auth/sessions": { body: { sessions: [] } },
      "GET /api/auth/passkeys": { body: { passkeys: [] } },
      "PATCH /api/auth/profile": PROOF,
      ...(answers as Record<string, never>),
    });
    const app = openApp("/profile", MAYA);
    await app.person.click(await screen.findByRole("button", { name: "Edit" }));
    await app.person.clear(screen.getByLabelText("Email"));
    await app.person.type(screen.getByLabelText("Email"), "new@example.com");
    await app.person.click(screen.getByRole("button", { name: "Save Changes" }));
    return { ...app, calls, keys: () => calls.map(({ key }) => key) };
  }

  it("asks for the password, announces a wrong one next to its field, and then succeeds", async () => {
    const wrong = "That isn't your current password. Please try again.";
    const { person, keys } = await changeEmail({
      "POST /api/auth/proof": refused(403, "wrong_password", wrong, { password: wrong }),
    });
    const dialog = await screen.findByRole("dialog", { name: "Enter your password again" });
    const password = within(dialog).getByLabelText("Password");
    await person.type(password, "not the password");
    await person.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findByText(wrong);
    expect(document.activeElement).toBe(password);
    expect(screen.getByRole("alert").closest("[role=dialog]")).toBe(dialog);
    serve({
      "POST /api/auth/proof": { body: { ok: true } },
      "PATCH /api/auth/profile": { body: { user: { ...MAYA, email: "new@example.com" } } },
      "GET /api/auth/me": { body: { user: MAYA } },
    });
    await person.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await screen.findByText("new@example.com");
    expect(keys().filter((key) => key === "PATCH /api/auth/profile")).toHaveLength(1);
  });

  it("changes nothing if the person cancels", async () => {
    const { person } = await changeEmail({});
    await screen.findByRole("dialog", { name: "Enter your password again" });
    await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect((await screen.findByRole("alert")).textContent).toBe("Update failedPlease enter your password again.");
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("new@example.com");
  });
});

describe("the link that undoes a change", () => {
  const change = { kind: "email", email: "maya@example.com", madeAt: MAYA.createdAt, expiresAt: MAYA.createdAt };

  it("undoes it only when pressed, and leads to a new password", async () => {
    const calls = serve({
      "GET /api/auth/undo/key": { body: change },
      "POST /api/auth/undo/key": { body: change },
      "POST /api/auth/logout": { body: { ok: true } },
    });
    const { person, path } = openApp("/undo?key=key");
    await screen.findByRole("heading", { name: "Undo your email change?" });
    expect(calls.map(({ key }) => key)).not.toContain("POST /api/auth/undo/key");
    await person.click(screen.getByRole("button", { name: "Undo this change" }));
    await screen.findByRole("heading", { name: "Choose a new password" });
    expect(path()).toBe("/set-password?reset=");
    expect(readItem("tempEmail")).toBe("maya@example.com");
    screen.getByLabelText("Code from your email");
  });

  it("says that it has expired", async () => {
    serve({ "GET /api/auth/undo/key": refused(404, "not_found", "We couldn't find that.") });
    openApp("/undo?key=key");
    await screen.findByRole("heading", { name: "This link has expired" });
  });

  it("says that it failed, and can be pressed again", async () => {
    serve({
      "GET /api/auth/undo/key": { body: change },
      "POST /api/auth/undo/key": refused(409, "email_taken", "An account with this email already exists."),
    });
    const { person } = openApp("/undo?key=key");
    await person.click(await screen.findByRole("button", { name: "Undo this change" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Change Not Undone");
  });
});

import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readItem, writeItem } from "#/platform/storage.ts";
import { openApp } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

// The page after it is not part of these tests.
vi.mock("#/pages/JobSearch.tsx", () => ({ default: () => null }));

const MAYA = someUser();
const session = { body: { user: MAYA, token: "secret" } };

beforeEach(() => localStorage.clear());

const toastOf = (title: string) => screen.findByText(title, { ignore: "[role=status]" });
const field = (name: string) => screen.findByLabelText(name);

describe("setting a password", () => {
  async function setPassword(app: ReturnType<typeof openApp>) {
    await app.person.type(await field("New Password"), "longenough1");
    await app.person.type(await field("Confirm Password"), "longenough1");
    await app.person.click(screen.getByRole("button", { name: "Set Password" }));
  }

  it("verifies the address with the code", async () => {
    const calls = serve({ "POST /api/auth/set-password": session });
    writeItem("tempEmail", "maya@example.com");
    const app = openApp("/set-password");
    await screen.findByText("At least 8 characters. A mix of letters, numbers and symbols is best.");
    await app.person.type(await field("Code from your email"), "123456");
    await setPassword(app);
    await waitFor(() => expect(app.path()).toBe("/job-search"));
    await toastOf("Password Set Successfully");
    screen.getByText("Your password has been created. You can now use email/password to login.");
    expect(calls[0]?.body).toEqual({ email: "maya@example.com", password: "longenough1", code: "123456" });
    expect(readItem("tempEmail")).toBeNull();
  });

  it("needs no code when signed in", async () => {
    const legacy = someUser({ hasPassword: false });
    const calls = serve({
      "GET /api/auth/me": { body: { user: legacy } },
      "POST /api/auth/set-password": session,
    });
    const app = openApp("/get-started", legacy);
    await screen.findByText("Create a password for your existing account");
    await setPassword(app);
    await waitFor(() => expect(app.path()).toBe("/job-search"));
    expect(calls.at(-1)?.body).toEqual({ email: legacy.email, password: "longenough1" });
  });

  it("shows a generic error where the server gives no reason", async () => {
    serve({ "POST /api/auth/set-password": { status: 502 } });
    writeItem("tempEmail", "maya@example.com");
    const app = openApp("/set-password");
    await app.person.type(await field("Code from your email"), "123456");
    await setPassword(app);
    await toastOf("Failed to Set Password");
    screen.getByText("Failed to set password");
  });

  it("returns to the login when the account is unknown", async () => {
    serve({});
    const app = openApp("/set-password");
    await app.person.type(await field("Code from your email"), "123456");
    await setPassword(app);
    await toastOf("Error");
    screen.getByText("No email found. Please try logging in again.");
    expect(app.path()).toBe("/login");
  });
});

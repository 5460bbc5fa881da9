import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readItem, writeItem } from "#/platform/storage.ts";
import { openApp } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

const MAYA = someUser({ currentStep: 2 });
const signedOut = { status: 401, body: { code: "not_signed_in", message: "Please sign in." } };
const NO_ANSWERS = { [`GET /api/user-responses/${MAYA.id}`]: { body: [] }, "GET /api/wish": { body: { offers: [] } } };

beforeEach(() => localStorage.clear());

describe("the session", () => {
  it("is not asked for where this browser remembers nobody", async () => {
    const calls = serve({});
    openApp("/login");
    await screen.findByRole("heading", { name: "Welcome Back" });
    expect(calls).toEqual([]);
  });

  it("opens the page asked for, once the server knows the person", async () => {
    serve({ "GET /api/auth/me": { body: { user: MAYA } }, ...NO_ANSWERS });
    const { path } = openApp("/quick-questions", MAYA);
    expect(screen.getByRole("status").textContent).toBe("Loading...");
    await screen.findByRole("heading", { name: "Just a Few Quick Questions" });
    expect(path()).toBe("/quick-questions");
    expect(JSON.parse(readItem("user") ?? "null")).toEqual(MAYA);
  });

  it("forgets the person whom the server does not know, and keeps the way back", async () => {
    serve({ "GET /api/auth/me": signedOut });
    const { path } = openApp("/get-started", MAYA);
    await screen.findByRole("heading", { name: "Welcome Back" });
    expect(path()).toBe("/login?next=%2Fget-started");
    for (const key of ["authToken", "user", "userUuid", "currentUserId"] as const) {
      expect(readItem(key)).toBeNull();
    }
  });

  it("stays as it was last seen while the server cannot be reached", async () => {
    serve({ "GET /api/auth/me": "unreachable" });
    writeItem("user", JSON.stringify(MAYA));
    openApp("/get-started", MAYA);
    await screen.findByRole("heading", { name: /Hi Maya/ });
    expect(readItem("authToken")).toBe(MAYA.uuid);
  });

  it("ends when the server says so in the middle of the work", async () => {
    vi.mocked(console.error).mockReturnValue();
    serve({
      "GET /api/auth/me": { body: { user: someUser() } },
      "POST /api/job-searches": signedOut,
    });
    const { path, person } = openApp("/job-search", someUser());
    await person.type(await screen.findByLabelText("The job you want"), "Cook");
    await person.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findByRole("heading", { name: "Welcome Back" });
    expect(path()).toBe("/login?next=%2Fjob-search");
    expect(readItem("authToken")).toBeNull();
  });

  it("ends here even when the server cannot be told", async () => {
    serve({ "GET /api/auth/me": { body: { user: MAYA } }, "POST /api/auth/logout": "unreachable" });
    const { path, person } = openApp("/get-started", MAYA);
    await person.click(await screen.findByRole("button", { name: "Logout" }));
    await waitFor(() => expect(path()).toBe("/"));
    expect(readItem("authToken")).toBeNull();
  });
});

it("shows that an address is no page", async () => {
  serve({});
  openApp("/nowhere");
  await screen.findByRole("heading", { name: "404 Page Not Found" });
});

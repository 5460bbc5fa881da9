import { act, fireEvent, screen, waitFor } from "@testing-library/react";
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
  it("is not requested if this browser remembers no user", async () => {
    const calls = serve({});
    openApp("/login");
    await screen.findByRole("heading", { name: "Welcome Back" });
    expect(calls).toEqual([]);
  });

  it.each([
    ["/live-interview?interview=7", true],
    ["/profile", false],
  ])("the sign-in page explains why %s needs it: %s", async (next, isSaid) => {
    serve({});
    openApp(`/login?next=${encodeURIComponent(next)}`);
    await screen.findByRole("heading", { name: "Welcome Back" });
    expect(screen.queryByText("You need to be signed in to access video interviews.") !== null).toBe(isSaid);
  });

  it("opens the requested page once the server has confirmed the user", async () => {
    serve({ "GET /api/auth/me": { body: { user: MAYA } }, ...NO_ANSWERS });
    const { path } = openApp("/quick-questions", MAYA);
    expect(screen.getByRole("status").textContent).toBe("Loading...");
    await screen.findByRole("heading", { name: "Just a Few Quick Questions" });
    expect(path()).toBe("/quick-questions");
    expect(JSON.parse(readItem("user") ?? "null")).toEqual(MAYA);
  });

  it("forgets a user unknown to the server, and keeps the return path", async () => {
    serve({ "GET /api/auth/me": signedOut });
    const { path } = openApp("/get-started", MAYA);
    await screen.findByRole("heading", { name: "Welcome Back" });
    expect(path()).toBe("/login?next=%2Fget-started");
    for (const key of ["authToken", "user", "userUuid", "currentUserId"] as const) {
      expect(readItem(key)).toBeNull();
    }
  });

  it.each([
    ["cannot be reached", "unreachable" as const],
    ["is in trouble", { status: 503, body: { code: "busy", message: "Please try again." } }],
    ["is cut off in its answer, as by a reload", "cut off" as const],
  ])("keeps the last known user while the server %s", async (_trouble, answer) => {
    serve({ "GET /api/auth/me": answer });
    writeItem("user", JSON.stringify(MAYA));
    openApp("/get-started", MAYA);
    await screen.findByRole("heading", { name: /Hi Maya/ });
    expect(readItem("authToken")).toBe(MAYA.uuid);
  });

  it("ends when the server says so during use", async () => {
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

  const ENDED = "You were signed out. Sign in to pick up where you left off.";
  const box = () => screen.findByLabelText<HTMLTextAreaElement>("The job you want");

  async function signInAgain(person: ReturnType<typeof openApp>["person"], email = "maya@example.com") {
    await person.type(await screen.findByLabelText("Email Address"), email);
    await person.type(screen.getByLabelText("Password"), "longenough1");
    await person.click(screen.getByRole("button", { name: "Sign In" }));
  }

  it("reports that it ended elsewhere, and keeps drafts", async () => {
    const session = { body: { user: someUser(), token: "secret" } };
    serve({ "GET /api/auth/me": { body: { user: someUser() } }, "POST /api/auth/login": session });
    const { path, person } = openApp("/job-search", someUser());
    await person.type(await box(), "Cook");
    localStorage.clear();
    act(() => void dispatchEvent(new StorageEvent("storage", { key: "authToken", newValue: null })));
    await screen.findByText(ENDED);
    expect(path()).toBe("/login?next=%2Fjob-search");
    await signInAgain(person);
    expect((await box()).value).toBe("Cook");
    expect(path()).toBe("/job-search");
    expect(screen.queryByText(ENDED)).toBeNull();
  });

  it.each([
    ["expired", "You were signed out because some time has passed."],
    ["revoked", "You were signed out from another device, or your sign-in has changed."],
  ])("says that it %s, and keeps what was written and not sent", async (ended, reason) => {
    const found = { "GET /api/auth/me": { body: { user: someUser() } }, "POST /api/auth/login": { body: { user: someUser(), token: "secret" } } };
    serve(found);
    const { path, person } = openApp("/job-search", someUser());
    await person.type(await box(), "Cook");
    serve({ ...found, "GET /api/auth/me": { status: 401, body: { code: "not_signed_in", message: "Please sign in.", ended } } });
    act(() => void [dispatchEvent(new Event("offline")), dispatchEvent(new Event("online"))]);
    await screen.findByText(reason);
    expect(path()).toBe("/login?next=%2Fjob-search");
    serve(found);
    await signInAgain(person);
    expect((await box()).value).toBe("Cook");
    expect(screen.queryByText(reason)).toBeNull();
  });

  it("is no fault of a page that renders once more before the guard acts", async () => {
    serve({ "GET /api/auth/me": { body: { user: someUser() } } });
    const { path } = openApp("/job-search", someUser());
    const wish = await box();
    localStorage.clear();
    dispatchEvent(new StorageEvent("storage", { key: "authToken", newValue: null }));
    fireEvent.input(wish, { target: { value: "Cook" } });
    await screen.findByText(ENDED);
    expect(path()).toBe("/login?next=%2Fjob-search");
    expect(console.error).not.toHaveBeenCalled();
  });

  it("is checked again when a suspended page becomes visible", async () => {
    serve({ "GET /api/auth/me": { body: { user: MAYA } } });
    openApp("/get-started", MAYA);
    await screen.findByRole("heading", { name: /Hi Maya/ });
    localStorage.clear();
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await screen.findByText(ENDED);
  });

  it("hides drafts from the next user", async () => {
    const ana = someUser({ id: "ana", uuid: "ana", firstName: "Ana" });
    serve({
      "GET /api/auth/me": { body: { user: someUser() } },
      "POST /api/auth/login": { body: { user: ana, token: "secret" } },
    });
    const { person } = openApp("/job-search", someUser());
    await person.type(await box(), "Cook");
    localStorage.clear();
    act(() => void dispatchEvent(new StorageEvent("storage", { key: "authToken", newValue: null })));
    await signInAgain(person, "ana@example.com");
    await screen.findByText(/Hi Ana/);
    expect((await box()).value).toBe("");
  });

  it("reports nothing after a deliberate sign-out", async () => {
    serve({ "GET /api/auth/me": { body: { user: MAYA } }, "POST /api/auth/logout": {} });
    const { path, person } = openApp("/get-started", MAYA);
    await person.click(await screen.findByRole("button", { name: "Logout" }));
    await waitFor(() => expect(path()).toBe("/"));
    await person.click(screen.getByRole("link", { name: "Sign In" }));
    await screen.findByRole("heading", { name: "Welcome Back" });
    expect(screen.queryByText(ENDED)).toBeNull();
  });

  it("ends here even if the server cannot be reached", async () => {
    serve({ "GET /api/auth/me": { body: { user: MAYA } }, "POST /api/auth/logout": "unreachable" });
    const { path, person } = openApp("/get-started", MAYA);
    await person.click(await screen.findByRole("button", { name: "Logout" }));
    await waitFor(() => expect(path()).toBe("/"));
    expect(readItem("authToken")).toBeNull();
  });
});

it("follows consecutive redirects", async () => {
  const legacy = someUser({ hasPassword: false });
  serve({ "GET /api/auth/me": { body: { user: legacy } } });
  const { path } = openApp("/video-interview-prep", legacy);
  await screen.findByRole("heading", { name: "Create Password" });
  expect(path()).toBe("/set-password");
});

it("shows a not-found page for an unknown address", async () => {
  serve({});
  openApp("/nowhere");
  await screen.findByRole("heading", { name: "404 Page Not Found" });
});

import { act, cleanup, fireEvent, renderHook, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readItem } from "#/platform/storage.ts";
import { openApp } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";
import * as page from "#/platform/page.ts";
import { useProblem } from "./useRefusal.ts";

const MAYA = someUser();
const session = { body: { user: MAYA, token: "secret" } };
const refused = (status: number, code: string, message: string, fields?: Record<string, string>) => ({
  status,
  body: { code, message, ...(fields ? { fields } : {}) },
});

beforeEach(() => localStorage.clear());

const toastOf = (title: string) => screen.findByText(title, { ignore: "[role=status]" });
const field = (name: string) => screen.findByLabelText(name);

it("the sign-up names the product and links to the sign-in, and back", async () => {
  serve({});
  const { person, path } = openApp("/signup");
  await screen.findByRole("heading", { level: 1, name: "Join Dayshift" });
  await person.click(screen.getByRole("link", { name: "Sign in here" }));
  await waitFor(() => expect(path()).toBe("/login"));
  expect((await screen.findByRole("link", { name: "How we use your data" })).getAttribute("href")).toBe("/privacy");
  await person.click(await screen.findByRole("link", { name: "Create an Account" }));
  await waitFor(() => expect(path()).toBe("/signup"));
});

describe("sign-up", () => {
  async function fillIn(over: Record<string, string> = {}) {
    const app = openApp("/signup");
    const values = {
      "First Name": "Maya",
      "Last Name": "Torres",
      "Email Address": "maya@example.com",
      Password: "longenough1",
      "Confirm Password": "longenough1",
      ...over,
    };
    for (const [name, value] of Object.entries(values)) {
      if (value) await app.person.type(await field(name), value);
    }
    await app.person.click(screen.getByRole("button", { name: "Create Account" }));
    return app;
  }

  it("creates the account and continues to the job search", async () => {
    const calls = serve({ "POST /api/auth/register": { status: 201, ...session } });
    const { path } = await fillIn();
    await waitFor(() => expect(path()).toBe("/job-search"));
    await toastOf("Welcome to Dayshift!");
    screen.getByText("Your account has been created successfully.");
    expect(calls[0]?.body).toEqual({
      firstName: "Maya",
      lastName: "Torres",
      email: "maya@example.com",
      password: "longenough1",
    });
    expect(readItem("authToken")).toBe(MAYA.uuid);
  });

  it("sends nothing while a field is missing, and focuses the first such field", async () => {
    const calls = serve({});
    await fillIn({ "First Name": "", "Email Address": "maya@" });
    expect(await screen.findByText("First name is required")).toBeDefined();
    expect(document.activeElement).toBe(await field("First Name"));
    expect(calls).toEqual([]);
  });

  it("asks whether a mistyped mail domain was meant otherwise, and blocks nobody", async () => {
    const calls = serve({ "POST /api/auth/register": { status: 201, ...session } });
    const { person } = openApp("/signup");
    const address = (await field("Email Address")) as HTMLInputElement;
    await person.type(address, "maya@gmial.com");
    await person.tab();
    await screen.findByText("Did you mean gmail.com?");
    await person.click(screen.getByRole("button", { name: "Use maya@gmail.com" }));
    expect(address.value).toBe("maya@gmail.com");
    expect(document.activeElement).toBe(address);
    expect(screen.queryByText("Did you mean gmail.com?")).toBeNull();
    await person.clear(address);
    await person.type(address, "maya@gmial.com");
    await person.type(await field("First Name"), "Maya");
    await screen.findByText("Did you mean gmail.com?");
    await person.type(await field("Password"), "longenough1");
    await person.type(await field("Confirm Password"), "longenough1{Enter}");
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ email: "maya@gmial.com" }));
  });

  it("shows no errors before the first submit, and updates them while typing afterwards", async () => {
    serve({});
    const { person } = await fillIn({ "Email Address": "maya@" });
    const wrong = "This email looks incomplete. It should look like name@example.com.";
    await screen.findByText(wrong);
    await person.type(await field("Email Address"), "example");
    screen.getByText(wrong);
    await person.type(await field("Email Address"), ".com");
    expect(screen.queryByText(wrong)).toBeNull();
  });

  it("accepts values that a password manager filled in", async () => {
    const calls = serve({ "POST /api/auth/register": { status: 201, ...session } });
    openApp("/signup");
    const filledIn = { "First Name": "Maya", "Last Name": "Torres", "Email Address": "maya@example.com" };
    const secret = { Password: "longenough1", "Confirm Password": "longenough1" };
    for (const [name, value] of Object.entries({ ...filledIn, ...secret })) {
      ((await field(name)) as HTMLInputElement).value = value;
    }
    fireEvent.click(screen.getByRole("button", { name: "Create Account" }));
    const account = { firstName: "Maya", email: "maya@example.com", password: "longenough1" };
    await waitFor(() => expect(calls[0]?.body).toMatchObject(account));
    await toastOf("Welcome to Dayshift!");
  });

  it("announces in the form that the passwords differ", async () => {
    serve({});
    await fillIn({ "Confirm Password": "longenough2" });
    expect((await screen.findByRole("alert")).textContent).toBe("Password Mismatch");
    screen.getByText("Please make sure your passwords match.");
    expect(document.activeElement).toBe(await field("Confirm Password"));
  });

  it("announces in the form that the password is too short", async () => {
    serve({});
    await fillIn({ Password: "short", "Confirm Password": "short" });
    expect((await screen.findByRole("alert")).textContent).toBe("Password Too Short");
    screen.getByText("Password must be at least 8 characters long.");
    expect(document.activeElement).toBe(await field("Password"));
  });

  it.each([
    [true, "First Name"],
    [false, "Join Dayshift"],
  ])("focuses the first field or the heading on load (wide window: %s)", async (wide, name) => {
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: wide, media: query, addEventListener: () => undefined, removeEventListener: () => undefined }));
    const focus = vi.spyOn(HTMLElement.prototype, "focus");
    serve({});
    openApp("/signup");
    const first = wide ? await field(name) : await screen.findByRole("heading", { level: 1, name });
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
    vi.unstubAllGlobals();
  });

  it("shows a generic error where the server gives no reason", async () => {
    serve({ "POST /api/auth/register": { status: 502 } });
    await fillIn();
    await toastOf("Registration Failed");
    screen.getByText("Registration failed");
  });

  it("shows the server's errors next to their fields", async () => {
    const phone = "Please enter a phone number";
    serve({
      "POST /api/auth/register": refused(422, "invalid_request", "Please check what you entered.", { phone }),
    });
    await fillIn({ "Phone Number (Optional)": "12" });
    await screen.findByText(phone);
    expect(document.activeElement).toBe(await field("Phone Number (Optional)"));
    await toastOf("Registration Failed");
  });
});

describe("the sign-up draft", () => {
  const value = async (name: string) => ((await field(name)) as HTMLInputElement).value;

  it("is restored in another language, except the passwords", async () => {
    serve({});
    const { person } = openApp("/signup");
    await person.type(await field("First Name"), "Maya");
    await person.type(await field("Password"), "longenough1");
    await person.type(await field("Email Address"), "maya@");
    cleanup(); // Simulates a page reload.
    openApp("/signup");
    expect([await value("First Name"), await value("Email Address"), await value("Password")]).toEqual(["Maya", "maya@", ""]);
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("longenough1");
  });

  it("is cleared once there is an account", async () => {
    serve({ "POST /api/auth/register": { status: 201, ...session } });
    const { person, path } = openApp("/signup");
    for (const name of ["First Name", "Last Name"]) await person.type(await field(name), "Maya");
    await person.type(await field("Email Address"), "maya@example.com");
    for (const name of ["Password", "Confirm Password"]) await person.type(await field(name), "longenough1");
    await person.click(screen.getByRole("button", { name: "Create Account" }));
    await waitFor(() => expect(path()).toBe("/job-search"));
    expect(Object.keys(sessionStorage)).toEqual([]);
  });
});

describe("sign-in", () => {
  async function signIn(path = "/login") {
    const app = openApp(path);
    await app.person.type(await field("Email Address"), "maya@example.com");
    await app.person.type(await field("Password"), "longenough1");
    await app.person.click(screen.getByRole("button", { name: "Sign In" }));
    return app;
  }

  it("continues where the server says", async () => {
    serve({
      "POST /api/auth/login": session,
      "GET /api/user/redirect-destination": { body: { redirectUrl: "/get-started" } },
    });
    const { path } = await signIn();
    await waitFor(() => expect(path()).toBe("/get-started"));
    await toastOf("Welcome back!");
    screen.getByText("You've been logged in successfully.");
  });

  it("continues to the job search where the server does not say", async () => {
    serve({ "POST /api/auth/login": session, "GET /api/user/redirect-destination": "unreachable" });
    const { path } = await signIn();
    await waitFor(() => expect(path()).toBe("/job-search"));
  });

  it("returns to the requested page", async () => {
    serve({ "POST /api/auth/login": session });
    const { path } = await signIn("/login?next=%2Fget-started");
    await waitFor(() => expect(path()).toBe("/get-started"));
  });

  it("returns to a page that only the server has", async () => {
    serve({ "POST /api/auth/login": session });
    const leave = vi.spyOn(page, "leaveTo").mockReturnValue();
    await signIn("/login?next=%2Fjobs%2F0192f0c1");
    await waitFor(() => expect(leave).toHaveBeenCalledWith("/jobs/0192f0c1"));
  });

  it("does not redirect to another site", async () => {
    serve({
      "POST /api/auth/login": session,
      "GET /api/user/redirect-destination": { body: { redirectUrl: "/get-started" } },
    });
    const { path } = await signIn("/login?next=%2F%2Felsewhere.example");
    await waitFor(() => expect(path()).toBe("/get-started"));
  });

  it("explains that a visitor needs it for a video interview", async () => {
    serve({});
    const { path } = openApp("/live-interview");
    await screen.findByText("You need to be signed in to access video interviews.");
    expect(path()).toBe("/login?next=%2Flive-interview");
  });

  it("says why it was rejected", async () => {
    serve({ "POST /api/auth/login": refused(401, "invalid_credentials", "That email or password isn't right.") });
    const { path } = await signIn();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("Login FailedThat email or password isn't right.");
    expect(alert.closest("form"), "an error belongs to its form").not.toBeNull();
    expect(path()).toBe("/login");
    expect(document.activeElement).toBe(await field("Password"));
  });

  it("removes the error when the next attempt starts, and announces the same one again", async () => {
    serve({ "POST /api/auth/login": refused(401, "invalid_credentials", "That email or password isn't right.") });
    const { person } = await signIn();
    const first = await screen.findByRole("alert");
    await person.click(screen.getByRole("button", { name: "Sign In" }));
    await waitFor(() => expect(screen.queryByRole("alert")).not.toBe(first));
    expect((await screen.findByRole("alert")).isConnected).toBe(true);
  });

  it("announces the same error again when clearing and failing come in one rendering", async () => {
    const { result } = renderHook(() => useProblem());
    act(() => result.current.say("Login Failed"));
    const first = result.current.problem?.id;
    act(() => {
      result.current.clear();
      result.current.say("Login Failed");
    });
    expect(result.current.problem?.id).not.toBe(first);
  });

  it("shows a generic error where the server gives no reason", async () => {
    serve({ "POST /api/auth/login": { status: 502 } });
    await signIn();
    await toastOf("Login Failed");
    screen.getByText("Login failed");
  });

  it("says how long to wait, and blocks until then", async () => {
    const body = { code: "rate_limited", message: "Too many tries. Please try again later.", retryAfter: 90 };
    const calls = serve({ "POST /api/auth/login": { status: 429, body } });
    const { person } = await signIn();
    await screen.findByText("Too many tries. Please try again later.");
    expect((await screen.findByRole("timer")).textContent).toMatch(/1 min/);
    await person.click(screen.getByRole("button", { name: "Sign In" }));
    expect(calls).toHaveLength(1);
  });

  it("redirects an account without a password to set one", async () => {
    serve({ "POST /api/auth/login": refused(403, "password_not_set", "Please set your password first") });
    const { path } = await signIn();
    await toastOf("Password Setup Required");
    screen.getByText("This account needs a password. We'll help you set one up.");
    await waitFor(() => expect(path()).toBe("/set-password"));
    await screen.findByText("Create a password for maya@example.com");
    expect(await field("Code from your email")).toBeDefined();
  });

  it("waits 100 ms before the redirect, so that the reason can be read", async () => {
    serve({ "POST /api/auth/login": refused(403, "password_not_set", "Please set your password first") });
    const { path, person } = openApp("/login");
    await person.type(await field("Email Address"), "maya@example.com");
    await person.type(await field("Password"), "longenough1");
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
    await act(async () => {
      while (!readItem("tempEmail")) await new Promise(setImmediate);
    });
    await act(async () => void (await vi.advanceTimersByTimeAsync(99)));
    expect(path()).toBe("/login");
    screen.getByText("This account needs a password. We'll help you set one up.");
    await act(async () => void (await vi.advanceTimersByTimeAsync(1)));
    expect(path()).toBe("/set-password");
  });
});

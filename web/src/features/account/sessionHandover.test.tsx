import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

const MAYA = someUser({ currentStep: 5 });
const KEY = "/api/auth/handover/secret";
const NEXT = "/continue?key=secret&next=%2Fget-started";

const signIn = () => within(screen.getByRole("main")).getByRole("link", { name: "Sign In" }).getAttribute("href");

beforeEach(() => localStorage.clear());

it("continues the other browser's session, names its account, and only when pressed", async () => {
  const calls = serve({
    [`GET ${KEY}`]: { body: { userId: MAYA.id, firstName: "Maya" } },
    [`POST ${KEY}`]: { body: { user: MAYA, token: "secret" } },
    "GET /api/auth/me": { body: { user: MAYA } },
  });
  const { path, person } = openApp(NEXT);
  await screen.findByRole("heading", { name: "Continue as Maya?" });
  expect(calls.map(({ key }) => key)).not.toContain(`POST ${KEY}`);
  await person.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByRole("heading", { name: /Hi Maya/ });
  expect(path()).toBe("/get-started");
});

it("leads to the sign-in, and continues from there, once the link has expired", async () => {
  serve({ [`GET ${KEY}`]: { status: 404, body: { code: "not_found", message: "We couldn't find that." } } });
  openApp(NEXT);
  await screen.findByRole("heading", { name: "This link has expired" });
  expect(signIn()).toBe("/login?next=%2Fget-started");
});

it("does not redirect to another site", async () => {
  serve({ [`GET ${KEY}`]: { status: 404, body: { code: "not_found", message: "We couldn't find that." } } });
  openApp("/continue?key=secret&next=https%3A%2F%2Fevil.example");
  await screen.findByRole("heading", { name: "This link has expired" });
  expect(signIn()).toBe("/login?next=%2F");
});

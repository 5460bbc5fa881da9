import { lazy } from "react";
import { describe, expect, it } from "vitest";
import { someUser } from "#/testing/user.ts";
import { decide } from "./guard.ts";
import { type Access, ROUTES, type Route } from "./routes.ts";

const PEOPLE = {
  visitor: null,
  "without password": someUser({ hasPassword: false }),
  "step 1": someUser({ currentStep: 1 }),
  "step 2": someUser({ currentStep: 2 }),
  "step 3": someUser({ currentStep: 3 }),
  "step 4": someUser({ currentStep: 4 }),
  "step 5": someUser({ currentStep: 5 }),
  "flow completed": someUser({ currentStep: 5, flowCompleted: true }),
  "flow completed, searching anew": someUser({ currentStep: 2, flowCompleted: true }),
};
type Person = keyof typeof PEOPLE;

const STAY = "stay";
const home = {
  "step 1": "/job-search",
  "step 2": "/quick-questions",
  "step 3": "/matching",
  "step 4": "/video-interview-prep",
  "step 5": "/live-interview",
  "flow completed": "/dashboard",
  "flow completed, searching anew": "/dashboard",
};
const forVisitors = { visitor: STAY, "without password": "/set-password", ...home };
const signedIn = { visitor: "/login", "without password": "/set-password", ...everybody(STAY) };
const toAll = { visitor: STAY, "without password": STAY, ...everybody(STAY) };
const fromStep3 = { ...signedIn, "step 1": "/job-search", "step 2": "/quick-questions" };

/** Where each person ends up who asks for a path. */
const EXPECTED: Record<string, Record<Person, string>> = {
  "/": forVisitors,
  "/login": forVisitors,
  "/signup": forVisitors,
  "/sign-up": forVisitors,
  "/set-password": { ...forVisitors, "without password": STAY },
  "/get-started": signedIn,
  "/job-search": signedIn,
  "/quick-questions": { ...signedIn, "step 1": "/job-search" },
  "/matching": fromStep3,
  "/schedule": fromStep3,
  "/confirmation": signedIn,
  "/book": toAll,
  "/your-booking": toAll,
  "/unsubscribe": toAll,
  "/video-interview-prep": { ...fromStep3, "without password": "/job-search" },
  "/live-interview": { ...fromStep3, "without password": "/job-search" },
  "/interview-complete": { ...signedIn, "without password": STAY },
  "/interviews": { ...signedIn, "without password": STAY },
  "/dashboard": { ...signedIn, "without password": STAY },
  "/profile": signedIn,
  "/minimal-test": signedIn,
};

function everybody(answer: string): typeof home {
  return Object.fromEntries(Object.keys(home).map((person) => [person, answer])) as typeof home;
}

function answerOf(person: Person, path: string): string {
  const decision = decide(PEOPLE[person], path);
  return decision === "stay" ? STAY : decision.go;
}

const people = Object.keys(PEOPLE) as Person[];

describe("the guard", () => {
  const cases = ROUTES.flatMap(({ path }) => people.map((person) => [path, person] as const));
  it.each(cases)("%s for %s", (path, person) => {
    expect(answerOf(person, path)).toBe(EXPECTED[path]?.[person]);
  });

  it.each(cases)("comes to rest from %s for %s", (start, person) => {
    const seen = [start];
    for (let path = answerOf(person, start); path !== STAY; path = answerOf(person, path)) {
      expect(seen).not.toContain(path);
      seen.push(path);
    }
  });

  it("shows everybody with a password that an address is no page", () => {
    expect(answerOf("visitor", "/nowhere")).toBe(STAY);
    expect(answerOf("step 1", "/nowhere")).toBe(STAY);
    expect(answerOf("without password", "/nowhere")).toBe("/set-password");
  });

  it("sends an incomplete profile away from a page that needs a complete one", () => {
    const routes = [routeWith("complete-profile")];
    expect(decide(someUser({ profileCompleted: false }), "/page", routes)).toEqual({ go: "/get-started" });
    expect(decide(someUser({ profileCompleted: true }), "/page", routes)).toBe(STAY);
    expect(decide(null, "/page", routes)).toEqual({ go: "/login" });
  });

  it("takes a step that nobody knows for the first", () => {
    expect(decide(someUser({ currentStep: 9 }), "/login")).toEqual({ go: "/job-search" });
  });
});

function routeWith(access: Access): Route {
  const page = lazy(() => Promise.resolve({ default: () => null }));
  return { path: "/page", access, title: () => "Page", chrome: { kind: "none" }, page };
}

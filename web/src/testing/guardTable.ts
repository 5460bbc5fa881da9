/**
 * Expected redirects for every path of the route table and every kind of user. Used here to test the guard alone, and
 * in end-to-end tests with a real browser and server.
 */

import type { CandidatePath } from "../platform/routes.ts";

export const STAY = "stay";

const home = {
  "step 1": "/job-search",
  "step 2": "/quick-questions",
  "step 3": "/matching",
  "step 4": "/video-interview-prep",
  "step 5": "/live-interview",
  "flow completed": "/dashboard",
  "flow completed, searching again": "/dashboard",
};
const forVisitors = { visitor: STAY, "without password": "/set-password", ...home };
const signedIn = { visitor: "/login", "without password": "/set-password", ...everybody(STAY) };
const toAll = { visitor: STAY, "without password": STAY, ...everybody(STAY) };
const fromStep3 = { ...signedIn, "step 1": "/job-search", "step 2": "/quick-questions" };

export type Person = keyof typeof forVisitors;
export const PEOPLE = Object.keys(forVisitors) as Person[];

const TABLE: Record<CandidatePath, Record<Person, string>> = {
  "/": forVisitors,
  "/login": forVisitors,
  "/signup": forVisitors,
  "/sign-up": forVisitors,
  "/set-password": { ...forVisitors, "without password": STAY },
  "/get-started": signedIn,
  "/job-search": signedIn,
  "/quick-questions": { ...signedIn, "step 1": "/job-search" },
  "/matching": fromStep3,
  "/matches": fromStep3,
  "/schedule": fromStep3,
  "/confirmation": signedIn,
  "/book": toAll,
  "/your-booking": toAll,
  "/coach": toAll,
  "/watch": toAll,
  "/continue": toAll,
  "/assessment": toAll,
  "/unsubscribe": toAll,
  "/undo": toAll,
  "/offline": toAll,
  "/video-interview-prep": { ...fromStep3, "without password": "/job-search" },
  "/live-interview": { ...fromStep3, "without password": "/job-search" },
  "/interview-complete": { ...signedIn, "without password": STAY },
  "/interviews": { ...signedIn, "without password": STAY },
  "/schedule-video-interview": { ...signedIn, "without password": STAY },
  "/dashboard": { ...signedIn, "without password": STAY },
  "/applications": signedIn,
  "/application": signedIn,
  "/profile": signedIn,
  "/your-data": signedIn,
  "/operations": signedIn,
  "/minimal-test": signedIn,
};

/** The redirect target for each kind of user; the guard may redirect further from there. */
export const EXPECTED: Record<string, Record<Person, string>> = TABLE;

function everybody(answer: string): typeof home {
  return Object.fromEntries(Object.keys(home).map((person) => [person, answer])) as typeof home;
}

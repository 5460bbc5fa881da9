import { describe, expect, it } from "vitest";
import type { User } from "#/api/types.ts";
import { someUser } from "#/testing/user.ts";
import { decide } from "./guard.ts";
import { EXPECTED, PEOPLE, type Person, STAY } from "../testing/guardTable.ts";
import { type Access, CANDIDATE_ROUTES, type CandidateRoute } from "#/platform/routes.ts";

const USERS: Record<Person, User | null> = {
  visitor: null,
  "without password": someUser({ hasPassword: false }),
  "step 1": someUser({ currentStep: 1 }),
  "step 2": someUser({ currentStep: 2 }),
  "step 3": someUser({ currentStep: 3 }),
  "step 4": someUser({ currentStep: 4 }),
  "step 5": someUser({ currentStep: 5 }),
  "flow completed": someUser({ currentStep: 5, flowCompleted: true }),
  "flow completed, searching again": someUser({ currentStep: 2, flowCompleted: true }),
};
function answerOf(person: Person, path: string): string {
  const decision = decide(USERS[person], path);
  return decision === "stay" ? STAY : decision.go;
}

it("sends operators to their page after they sign in", () => {
  const operator = someUser({ operator: true });
  expect(decide(operator, "/login")).toEqual({ go: "/operations" });
  expect(decide(operator, "/operations")).toBe("stay");
  expect(decide(operator, "/matching")).toEqual({ go: "/job-search" });
});

describe("the guard", () => {
  const cases = Object.keys(CANDIDATE_ROUTES).flatMap((path) => PEOPLE.map((person) => [path, person] as const));
  it.each(cases)("%s for %s", (path, person) => {
    expect(answerOf(person, path)).toBe(EXPECTED[path]?.[person]);
  });

  it.each(cases)("ends without a redirect loop from %s for %s", (start, person) => {
    const seen: string[] = [start];
    for (let path = answerOf(person, start); path !== STAY; path = answerOf(person, path)) {
      expect(seen).not.toContain(path);
      seen.push(path);
    }
  });

  it("shows the not-found page to everyone with a password", () => {
    expect(answerOf("visitor", "/nowhere")).toBe(STAY);
    expect(answerOf("step 1", "/nowhere")).toBe(STAY);
    expect(answerOf("without password", "/nowhere")).toBe("/set-password");
  });

  it("redirects an incomplete profile from a page that requires a complete one", () => {
    const routes = { "/minimal-test": routeWith("complete-profile") };
    expect(decide(someUser({ profileCompleted: false }), "/minimal-test", routes)).toEqual({ go: "/get-started" });
    expect(decide(someUser({ profileCompleted: true }), "/minimal-test", routes)).toBe(STAY);
    expect(decide(null, "/minimal-test", routes)).toEqual({ go: "/login" });
  });

  it("treats an unknown step as the first", () => {
    expect(decide(someUser({ currentStep: 9 }), "/login")).toEqual({ go: "/job-search" });
  });
});

function routeWith(access: Access): CandidateRoute {
  return { access, chrome: { kind: "none" } };
}

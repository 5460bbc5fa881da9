import { describe, expect, it } from "vitest";
import { noMatches, someMatches } from "#/testing/matches.ts";
import { phaseOf, type Result } from "./phase.ts";

const pending: Result = { state: "pending" };
const done: Result = { state: "done", matches: someMatches() };

describe("the phases of matching", () => {
  it("change the status every 500 ms and fill the bar in three seconds", () => {
    expect(phaseOf(0, pending)).toMatchObject({ kind: "searching", status: 0, progress: 0 });
    expect(phaseOf(499, pending)).toMatchObject({ status: 0 });
    expect(phaseOf(500, pending)).toMatchObject({ status: 1 });
    expect(phaseOf(1500, pending)).toMatchObject({ status: 3, progress: 0.5 });
    expect(phaseOf(3000, pending)).toMatchObject({ status: 5, progress: 1 });
  });

  it("search for four seconds even when the server is faster", () => {
    expect(phaseOf(3999, done).kind).toBe("searching");
    expect(phaseOf(4000, done).kind).toBe("found");
  });

  it("keep searching while the server has not responded", () => {
    expect(phaseOf(60_000, pending)).toMatchObject({ kind: "searching", status: 5, progress: 1 });
  });

  it("check off no criterion before the server has responded", () => {
    expect(phaseOf(2000, pending)).toMatchObject({ checked: 0 });
    expect(phaseOf(2000, done)).toMatchObject({ checked: 2 });
  });

  it("never check off a job search for unknown work", () => {
    expect(phaseOf(2000, done)).toMatchObject({ unknown: false });
    expect(phaseOf(2000, { state: "done", matches: { ...noMatches, understood: false } })).toMatchObject({ unknown: true });
  });

  it("report a failure at once", () => {
    expect(phaseOf(100, { state: "failed", unanswered: false }).kind).toBe("failed");
    expect(phaseOf(100, { state: "failed", unanswered: true }).kind).toBe("unanswered");
  });

  it("distinguish no job from an unknown place", () => {
    const of = (matches: typeof noMatches) => phaseOf(4000, { state: "done", matches });
    expect(of(noMatches).kind).toBe("none");
    expect(of({ ...noMatches, catalogueEmpty: true, place: null }).kind).toBe("none");
    expect(of({ ...noMatches, place: null, zipCode: "99999" })).toEqual({ kind: "nowhere", zip: "99999" });
  });
});

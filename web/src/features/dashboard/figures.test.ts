import { describe, expect, it } from "vitest";
import { someAppointment, someInterview } from "#/testing/interviews.ts";
import { averageScore, canJoin, historyOf, isLive, isMissed, minutesOf, upcomingOf } from "./figures.ts";

const AT = "2026-01-16T15:00:00Z";
const minutesFrom = (minutes: number) => Date.parse(AT) + minutes * 60_000;

describe("the joinable window", () => {
  const appointment = someAppointment(AT);
  it.each([
    [-30.01, false, false],
    [-30, true, false],
    [0, true, false],
    [120, true, false],
    [120.01, false, true],
  ])("%d minutes from its time: live %s, missed %s", (minutes, live, missed) => {
    expect(isLive(appointment, minutesFrom(minutes))).toBe(live);
    expect(canJoin(appointment, minutesFrom(minutes))).toBe(live);
    expect(isMissed(appointment, minutesFrom(minutes))).toBe(missed);
  });

  it("does not apply once the interview has begun: it can always be rejoined", () => {
    const begun = someAppointment(AT, { status: "in-progress" });
    expect(isLive(begun, minutesFrom(0))).toBe(false);
    expect(canJoin(begun, minutesFrom(600))).toBe(true);
    expect(isMissed(begun, minutesFrom(600))).toBe(false);
  });

  it("does not begin before the person has agreed", () => {
    const empty = someAppointment(AT, { status: "in-progress", consentVersion: null });
    expect(canJoin(empty, minutesFrom(0))).toBe(false);
    expect(upcomingOf([empty], minutesFrom(0))).toEqual([]);
  });

  it.each(["completed", "cancelled"] as const)("never opens for an interview that is %s", (status) => {
    expect(canJoin(someAppointment(AT, { status }), minutesFrom(0))).toBe(false);
  });
});

describe("the duration", () => {
  const scheduledAt = "2026-01-09T14:00:00Z";
  it.each([
    ["2026-01-09T14:01:00Z", "2026-01-09T14:11:59Z", 10],
    ["2026-01-09T14:01:00Z", "2026-01-09T14:12:00Z", 11],
    ["2026-01-09T14:01:00Z", "2026-01-09T14:01:30Z", 0],
    [null, "2026-01-09T14:25:00Z", 25],
    [null, "2026-01-09T13:55:00Z", 0],
    ["2026-01-09T14:01:00Z", null, null],
  ])("from %s to %s is %s minutes", (startedAt, endedAt, minutes) => {
    expect(minutesOf(someInterview({ scheduledAt, startedAt, endedAt }))).toBe(minutes);
  });
});

describe("the average score", () => {
  const scored = (aiScore: number | null) => someInterview({ aiScore });
  it.each([
    [[], null],
    [[null], null],
    [[0], null],
    [[87, 78], 83],
    [[87, 0, null], 87],
    [[80, 81, 81], 81],
  ])("of %j is %s", (scores, average) => {
    expect(averageScore(scores.map(scored))).toBe(average);
  });

  it("ignores interviews that are not completed", () => {
    expect(averageScore([scored(90), someAppointment(AT, { aiScore: 10 })])).toBe(90);
  });
});

describe("the lists", () => {
  const ids = (interviews: { id: string }[]) => interviews.map(({ id }) => id);
  it("lists joinable interviews first, then the next ones, and missed ones last", () => {
    const all = [
      someAppointment("2026-01-19T09:00:00Z", { id: "later" }),
      someAppointment("2026-01-10T09:00:00Z", { id: "missed" }),
      someAppointment(AT, { id: "live" }),
      someAppointment("2026-01-17T09:00:00Z", { id: "next" }),
      someAppointment("2026-01-12T09:00:00Z", { id: "begun", status: "in-progress" }),
      someInterview({ id: "done" }),
      someAppointment("2026-01-18T09:00:00Z", { id: "cancelled", status: "cancelled" }),
    ];
    expect(ids(upcomingOf(all, minutesFrom(0)))).toEqual(["begun", "live", "next", "later", "missed"]);
  });

  it("lists the latest end first", () => {
    const all = [
      someInterview({ id: "first", endedAt: "2026-01-06T10:00:00Z" }),
      someInterview({ id: "second", endedAt: "2026-01-09T10:00:00Z" }),
      someAppointment(AT),
    ];
    expect(ids(historyOf(all))).toEqual(["second", "first"]);
  });
});

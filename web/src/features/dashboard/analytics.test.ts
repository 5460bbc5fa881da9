import { expect, it } from "vitest";
import { someCompetency, someInterview, someReport } from "#/testing/interviews.ts";
import { analyse } from "#/features/dashboard/interviews/Analytics.tsx";

const report = (...levels: [competency: string, level: number | null][]) => ({
  ...someReport,
  competencies: levels.map(([competency, level]) => someCompetency({ competency, level, quote: level === null ? null : "words" })),
});

it("is empty before the first score", () => {
  expect(analyse([])).toEqual({ scores: [], skills: [] });
});

it("lists scores by time and skills by their mean level; no evidence does not count as a low level", () => {
  const done = (over: object) => someInterview({ status: "completed", ...over });
  const { scores, skills } = analyse([
    done({ id: "b", endedAt: "2026-02-01T10:00:00Z", aiScore: 80, report: report(["Pace", 4], ["Why", 2]) }),
    done({ id: "a", endedAt: "2026-01-01T10:00:00Z", aiScore: 60, report: report(["Pace", 5], ["Why", null], ["Care", null]) }),
    done({ id: "c", endedAt: "2026-03-01T10:00:00Z", aiScore: 0, report: null }),
    someInterview({ id: "d", status: "scheduled", aiScore: 99 }),
  ]);
  expect(scores).toEqual([60, 80]);
  expect(skills).toEqual([
    { name: "Pace", level: 5, awaited: false, interviews: 2 },
    { name: "Why", level: 2, awaited: false, interviews: 2 },
    { name: "Care", level: null, awaited: false, interviews: 1 },
  ]);
});

it.each([true, false])("tells a skill that a person will still read from one without evidence: %s", (awaitsPerson) => {
  const competencies = [someCompetency({ competency: "Care", level: null, quote: null, needsPerson: true })];
  const { skills } = analyse([someInterview({ awaitsPerson, report: { ...someReport, competencies } })]);
  expect(skills).toEqual([{ name: "Care", level: null, awaited: awaitsPerson, interviews: 1 }]);
});

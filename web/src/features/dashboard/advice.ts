import { m } from "#/messages.gen/messages.js";
import type { NoLevel } from "#/ui/Levels/Levels.tsx";

/** Human review of the answers of an interview: it will be done, it was done, or nobody is there to do it. */
export type Reading = "awaited" | "read" | "nobody";

export function readingOf({ awaitsPerson, hasReader }: { awaitsPerson: boolean; hasReader: boolean }): Reading {
  if (!awaitsPerson) return "read";
  return hasReader ? "awaited" : "nobody";
}

/** Why an answer has no level. */
export function withoutLevel({ needsPerson }: { needsPerson: boolean }, reading: Reading): NoLevel {
  return needsPerson ? reading : "none";
}

interface Advised {
  recommendation: string;
  /** The scorer left answers to a person. */
  needsPerson: boolean;
}

/** The style of a recommendation. None is shown as bad: a program decides nothing. */
export function adviceTone(recommendation: string): "good" | "plain" {
  return recommendation === "HIRE" ? "good" : "plain";
}

/** A recommendation in words for the candidate. The specification's names, such as NO_HIRE, stay in the data. */
export function formatAdvice({ recommendation, needsPerson }: Advised, reading: Reading): string {
  switch (recommendation) {
    case "HIRE":
      return m.dashboard_advice_hire();
    case "SECOND_INTERVIEW":
      return m.dashboard_advice_second();
    case "INSUFFICIENT_EVIDENCE":
      if (!needsPerson) return m.dashboard_advice_none();
      return reading === "nobody" ? m.dashboard_advice_nobody() : m.dashboard_advice_person();
    default:
      return m.dashboard_advice_no();
  }
}

/** Whether too little was said, and nobody is left to read it: more can be said in another interview. */
export function canSayMore(report: Advised | null): boolean {
  return report?.recommendation === "INSUFFICIENT_EVIDENCE" && !report.needsPerson;
}

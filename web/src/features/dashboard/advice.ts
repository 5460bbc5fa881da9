import { m } from "#/messages.gen/messages.js";

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
export function formatAdvice({ recommendation, needsPerson }: Advised): string {
  switch (recommendation) {
    case "HIRE":
      return m.dashboard_advice_hire();
    case "SECOND_INTERVIEW":
      return m.dashboard_advice_second();
    case "INSUFFICIENT_EVIDENCE":
      return needsPerson ? m.dashboard_advice_person() : m.dashboard_advice_none();
    default:
      return m.dashboard_advice_no();
  }
}

/** Whether too little was said, and nobody is left to read it: more can be said in another interview. */
export function canSayMore(report: Advised | null): boolean {
  return report?.recommendation === "INSUFFICIENT_EVIDENCE" && !report.needsPerson;
}

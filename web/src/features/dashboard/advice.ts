import { m } from "#/messages.gen/messages.js";

export type Tone = "good" | "spark" | "bad" | "plain";

/** The style of a recommendation. Insufficient evidence is neutral; any other that is not positive is negative. */
export function adviceTone(recommendation: string): Tone {
  switch (recommendation) {
    case "HIRE":
      return "good";
    case "SECOND_INTERVIEW":
      return "spark";
    case "INSUFFICIENT_EVIDENCE":
      return "plain";
    default:
      return "bad";
  }
}

interface Advised {
  recommendation: string;
  /** The scorer left answers to a person. */
  needsPerson: boolean;
}

/**
 * The recommendation in short. English has the specification's own names, "SECOND INTERVIEW", which mean nothing in
 * other languages.
 */
export function adviceName(report: Advised): string {
  const named = report.recommendation !== "INSUFFICIENT_EVIDENCE" && m.ui_locale().startsWith("en");
  return named ? report.recommendation.replaceAll("_", " ") : formatAdvice(report);
}

/** The recommendation as shown to the candidate. */
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

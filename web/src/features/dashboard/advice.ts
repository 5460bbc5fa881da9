import { m } from "#/messages.gen/messages.js";

export type Tone = "good" | "spark" | "bad" | "plain";

/** How a recommendation looks. Not enough evidence is no verdict; any other that is not in favour is one against. */
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

/** The recommendation as it stands on the wire, readable: "SECOND INTERVIEW". */
export function adviceName(recommendation: string): string {
  return recommendation.replaceAll("_", " ");
}

/** The recommendation as one says it to the person. */
export function formatAdvice(recommendation: string): string {
  switch (recommendation) {
    case "HIRE":
      return m.dashboard_advice_hire();
    case "SECOND_INTERVIEW":
      return m.dashboard_advice_second();
    case "INSUFFICIENT_EVIDENCE":
      return m.dashboard_advice_none();
    default:
      return m.dashboard_advice_no();
  }
}

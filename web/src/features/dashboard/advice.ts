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

/** Returns the API's recommendation in readable form: "SECOND INTERVIEW". */
export function adviceName(recommendation: string): string {
  return recommendation.replaceAll("_", " ");
}

/** Returns the recommendation as shown to the person. */
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

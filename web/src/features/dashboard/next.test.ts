import { describe, expect, it } from "vitest";
import type { Interview, User } from "#/api/types.ts";
import { someAppointment, someInterview } from "#/testing/interviews.ts";
import { someUser } from "#/testing/user.ts";
import { whatHappensNext } from "./next.ts";

const AT = "2026-01-16T15:00:00Z";
const NOW = Date.parse(AT);
const DAY_MS = 24 * 60 * 60_000;

function next(user: Partial<User>, interviews: Interview[] = [], now = NOW) {
  const { steps, action } = whatHappensNext(someUser(user), interviews, now);
  return { steps: steps.map(({ title, state }) => `${state}: ${String(title)}`), href: action?.href, label: action?.label };
}

const DECISION = "A person decides";

describe("before any interview", () => {
  it.each([
    [1, ["now", "later", "later"], "/job-search"],
    [2, ["done", "now", "later"], "/quick-questions"],
    [3, ["done", "done", "now"], "/matching"],
    [4, ["done", "done", "now"], "/video-interview-prep"],
    [5, ["done", "done", "now"], "/live-interview"],
  ])("at step %i", (currentStep, [search, questions, interview], href) => {
    expect(next({ currentStep })).toEqual({
      steps: [
        `${search}: Tell us what job you want`,
        `${questions}: Answer six quick questions`,
        `${interview}: Take your video interview`,
        `later: ${DECISION}`,
      ],
      href,
      label: "Continue",
    });
  });

  it("never links from the dashboard to itself", () => {
    expect(next({ flowCompleted: true, currentStep: 2 }).href).toBe("/video-interview-prep");
  });
});

describe("with an appointment", () => {
  const appointment = someAppointment(AT);
  it("waits for its time", () => {
    const { steps, href } = next({ currentStep: 4 }, [appointment], NOW - DAY_MS);
    expect(steps).toEqual(["now: Interview for Bartender", `later: ${DECISION}`]);
    expect(href).toBeUndefined();
  });

  it("lets the person join once it is live, whatever else there is", () => {
    const { steps, href, label } = next({ flowCompleted: true }, [someInterview(), appointment]);
    expect(steps[0]).toBe("now: Your interview is open now");
    expect(href).toBe("/live-interview?interview=appointment-1");
    expect(label).toBe("Join Now");
  });

  it("does not count as begun without consent", () => {
    const empty = someAppointment(AT, { status: "in-progress", consentVersion: null });
    expect(next({ flowCompleted: true }, [someInterview(), empty])).toEqual(next({ flowCompleted: true }, [someInterview()]));
  });

  it("links back to one that has begun", () => {
    const begun = someAppointment(AT, { status: "in-progress" });
    const { steps, label } = next({ currentStep: 5 }, [begun], NOW + DAY_MS);
    expect(steps[0]).toBe("now: Your interview isn't finished");
    expect(label).toBe("Rejoin");
  });

  it("continues as if there were none once it was missed", () => {
    expect(next({ currentStep: 4 }, [appointment], NOW + DAY_MS).href).toBe("/video-interview-prep");
  });
});

describe("after an interview", () => {
  it.each([
    ["pending", ["now: We're reading your answers", `later: ${DECISION}`]],
    ["done", ["done: Your score is here", `now: ${DECISION}`]],
    ["declined", ["now: A person will read your answers", `later: ${DECISION}`]],
    ["none", ["now: A person will read your answers", `later: ${DECISION}`]],
  ])("whose scoring is %s", (scoring, steps) => {
    expect(next({ flowCompleted: true }, [someInterview({ scoring })])).toEqual({
      steps: ["done: Interview completed", ...steps],
      href: "/schedule",
      label: "Pick a time to talk to a coach",
    });
  });

  it("promises no score where there is none", () => {
    const { steps } = next({ flowCompleted: true }, [someInterview({ scoring: "done", aiScore: null })]);
    expect(steps[1]).toBe("done: Your report is here");
  });

  it("names the appointment that follows", () => {
    const { steps } = next({}, [someInterview(), someAppointment(AT)], NOW - DAY_MS);
    expect(steps.at(-1)).toBe("later: Interview for Bartender");
  });

  it("works without the interview's record", () => {
    const { steps } = whatHappensNext(someUser({ interviewCompleted: true }), [], NOW);
    expect(steps[0]).toMatchObject({ state: "done", detail: "Recently completed" });
  });
});

import { describe, expect, it } from "vitest";
import type { Interview, User } from "#/api/types.ts";
import type { ApplicationSummary } from "#/api/applications.queries.ts";
import { someApplication } from "#/testing/applications.ts";
import { someAppointment, someInterview } from "#/testing/interviews.ts";
import { someUser } from "#/testing/user.ts";
import { whatHappensNext } from "./next.ts";

const AT = "2026-01-16T15:00:00Z";
const NOW = Date.parse(AT);
const DAY_MS = 24 * 60 * 60_000;

function next(user: Partial<User>, interviews: Interview[] = [], now = NOW, applications: ApplicationSummary[] | undefined = []) {
  const { steps, action } = whatHappensNext(someUser(user), interviews, applications, now);
  const { href, label } = action === "send" ? { href: undefined, label: "send" } : (action ?? {});
  return { steps: steps.map(({ title, state }) => `${state}: ${String(title)}`), href, label };
}

const SEND = "Send it to the jobs you want";

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
        `${questions}: Answer a few quick questions`,
        `${interview}: Take your video interview`,
        `later: ${SEND}`,
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
    expect(steps).toEqual(["now: Interview for Bartender", `later: ${SEND}`]);
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
    ["pending", "later: We're reading your answers"],
    ["done", "done: Your score is here"],
    ["declined", "done: No AI score, as you asked"],
    ["none", "done: No AI score"],
  ] as const)("whose scoring is %s, it can be sent", (scoring, step) => {
    expect(next({ flowCompleted: true }, [someInterview({ scoring })])).toEqual({
      steps: ["done: Interview completed", step, `now: ${SEND}`],
      label: "send",
    });
  });

  it("says nothing about applications before they are known", () => {
    const { steps, action } = whatHappensNext(someUser({}), [someInterview()], undefined, NOW);
    expect([steps.length, action]).toEqual([2, null]);
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
    const { steps } = whatHappensNext(someUser({ interviewCompleted: true }), [], [], NOW);
    expect(steps[0]).toMatchObject({ state: "done", detail: "Recently completed" });
  });
});

describe("after sending", () => {
  const meeting = { startsAt: "2026-01-20T15:00:00Z", zone: "America/New_York", place: "218 9th Ave" };
  const yours = { turn: "candidate", group: "yours" } as const;
  const over = { turn: null, group: "ended", replyBy: null } as const;
  it.each<[Partial<ApplicationSummary>, string, string]>([
    [{}, "Two Spoons Diner has your interview. A person decides.", "Pick a time to talk to a coach"],
    [{ staffed: false }, "Nobody at Two Spoons Diner has signed in yet", "send"],
    [{ stage: "in_review" }, "Two Spoons Diner looked at your answers. A person decides.", "Pick a time to talk to a coach"],
    [{ late: true }, "Two Spoons Diner is late", "Pick a time to talk to a coach"],
    [{ stage: "question_asked", ...yours }, "Two Spoons Diner has a question for you", "Answer the question"],
    [{ stage: "invited", ...yours }, "Two Spoons Diner wants to meet you", "Pick a time"],
    [{ stage: "invited", meeting }, "You meet Two Spoons Diner", "See your application"],
    [{ stage: "invited", meeting: { ...meeting, startsAt: "2026-01-14T15:00:00Z" } }, "You were to meet Two Spoons Diner", "See your application"],
    [{ stage: "in_review", lastAction: "refuse_times" }, "Two Spoons Diner knows that these times don't work for you", "See your application"],
    [{ stage: "in_review", lastAction: "cancel" }, "Two Spoons Diner canceled your meeting", "See your application"],
    [{ stage: "in_review", lastAction: "look_again" }, "Two Spoons Diner takes another look at your answers", "Pick a time to talk to a coach"],
    [{ stage: "met" }, "You met Two Spoons Diner. They decide now.", "Pick a time to talk to a coach"],
    [{ stage: "offered", ...yours }, "Two Spoons Diner offers you the job", "See the offer"],
  ])("follows the application: %j", (more, step, label) => {
    const shown = next({ flowCompleted: true }, [someInterview()], NOW, [someApplication(more)]);
    expect(shown).toMatchObject({ label, steps: [expect.anything(), expect.anything(), "done: Sent to 1 job", `now: ${step}`] });
  });

  it("ends with the hire, whatever else is open", () => {
    const hired = someApplication({ id: "hired", stage: "hired", ...over });
    const shown = next({ flowCompleted: true }, [someInterview()], NOW, [someApplication(), hired]);
    expect(shown).toMatchObject({ steps: expect.arrayContaining(["now: You're hired at Two Spoons Diner"]), href: "/application?id=hired" });
  });

  it("offers other jobs once all have ended", () => {
    const shown = next({ flowCompleted: true }, [someInterview()], NOW, [someApplication({ stage: "declined", ...over })]);
    expect(shown).toMatchObject({ steps: expect.arrayContaining(["now: Send it to other jobs"]), label: "send" });
  });
});

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
    expect(href).toBe("/interviews");
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
    ["pending", "later: We're scoring your answers"],
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
    [{ stage: "in_review", lastAction: "refuse_times" }, "Two Spoons Diner can offer you other times now", "See your application"],
    [{ stage: "in_review", lastAction: "cancel" }, "Two Spoons Diner canceled your meeting", "See your application"],
    [{ stage: "in_review", lastAction: "no_show" }, "Two Spoons Diner says you didn't meet", "See your application"],
    [{ stage: "in_review", lastAction: "look_again" }, "You asked Two Spoons Diner for another look", "Pick a time to talk to a coach"],
    [{ stage: "met" }, "You met Two Spoons Diner. Their decision is next.", "Pick a time to talk to a coach"],
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

  it("shows what is most alive, with its job, and no refusal between it and its button", () => {
    const at = (title: string, more: Partial<ApplicationSummary>) => someApplication({ id: title, title, ...more });
    const no = at("Host", { stage: "declined", changedAt: "2026-01-16T12:00:00Z", ...over });
    const byLife = [
      at("Baker", { stage: "offered", ...yours }),
      at("Waiter", { stage: "invited", ...yours }),
      at("Cook", { stage: "question_asked", ...yours }),
      at("Barista", { stage: "invited", meeting }),
      at("Server", { stage: "met", replyBy: "2026-01-21T05:00:00Z" }),
      at("Busser", { stage: "met", replyBy: "2026-01-24T05:00:00Z" }),
      at("Runner", { stage: "in_review", replyBy: "2026-01-20T05:00:00Z" }),
      at("Bartender", {}),
      at("Dishwasher", { employer: "Blue Plate Annie's", staffed: false }),
    ];
    byLife.forEach((first, index) => {
      const { steps } = whatHappensNext(someUser({ flowCompleted: true }), [someInterview()], [no, ...byLife.slice(index).reverse()], NOW);
      const current = steps.findIndex(({ state }) => state === "now");
      expect(steps[current]?.title).toContain(first.employer);
      expect(steps[current]?.detail).toMatch(new RegExp(`^${first.title}\\.?`));
      expect(steps[current - 1]).toEqual({ state: "done", title: "Two Spoons Diner said no", detail: "Host" });
      expect(steps.slice(current + 1).every(({ state }) => state === "later")).toBe(true);
    });
    const met = next({ flowCompleted: true }, [someInterview()], NOW, [no, ...byLife.slice(4)]);
    expect(met).toMatchObject({
      label: "Pick a time to talk to a coach",
      steps: expect.arrayContaining(["now: You met Two Spoons Diner. Their decision is next."]),
    });
    // Those who hired there have left: the meeting is told all the same, without a day that nobody keeps.
    const left = whatHappensNext(someUser({ flowCompleted: true }), [someInterview()], [at("Server", { stage: "met", staffed: false })], NOW);
    expect(left.steps.at(-1)).toMatchObject({ title: "You met Two Spoons Diner. Their decision is next.", detail: "Server" });
  });

  it("lists every meeting and first day ahead in order of time, with the planned interview", () => {
    const meets = (employer: string, startsAt: string, more: Partial<ApplicationSummary> = {}) =>
      someApplication({ id: employer, employer, stage: "invited", group: "coming", meeting: { ...meeting, startsAt }, ...more });
    const offer = { pay: 21, startOn: "2026-01-18", firstShift: "4 PM", answerBy: null };
    const hired = someApplication({ id: "Bar", employer: "Bar", stage: "hired", offer, ...over });
    const all = [meets("Late", "2026-01-21T15:00:00Z"), meets("Soon", "2026-01-17T15:00:00Z"), meets("Past", "2026-01-15T15:00:00Z"), someApplication()];
    const titles = (...applications: ApplicationSummary[]) =>
      next({ flowCompleted: true }, [someInterview(), someAppointment("2026-01-19T15:00:00Z")], NOW, applications).steps.slice(2);
    expect(titles(...all)).toEqual(["done: Sent to 4 jobs", "now: You meet Soon", "later: Interview for Bartender", "later: You meet Late"]);
    expect(titles(...all, hired)).toEqual(["now: You're hired at Bar", "later: You meet Soon", "later: Interview for Bartender", "later: You meet Late"]);
    const began = { ...hired, id: "Pub", employer: "Pub", offer: { ...offer, startOn: "2026-01-15" } };
    expect(titles(began, hired, ...all).slice(0, 3)).toEqual(["now: You're hired at Pub", "later: You meet Soon", "later: You're hired at Bar"]);
    const asked = meets("Cafe", "", { stage: "question_asked", meeting: null, ...yours });
    expect(titles(...all, asked).slice(1)).toEqual([
      "now: Cafe has a question for you",
      "later: You meet Soon",
      "later: Interview for Bartender",
      "later: You meet Late",
    ]);
  });

  it.each([
    ["2026-01-17", "Restaurant Server. Answer by Sat,\u00a0Jan\u00a017."],
    ["2026-01-15", "Restaurant Server"],
    [null, "Restaurant Server"],
  ])("asks for nothing by a day of an offer that has passed: %s", (answerBy, text) => {
    const offered = someApplication({ stage: "offered", ...yours, offer: { pay: 21, startOn: "2026-01-20", firstShift: "4 PM", answerBy } });
    const { steps } = whatHappensNext(someUser({ flowCompleted: true }), [someInterview()], [offered], NOW);
    expect(steps.at(-1)?.detail).toBe(text);
  });

  it("says when a hired person starts", () => {
    const offer = { pay: 21, startOn: "2026-01-18", firstShift: "4 PM", answerBy: null };
    const hired = someApplication({ stage: "hired", offer, ...over });
    const { steps } = whatHappensNext(someUser({ flowCompleted: true }), [someInterview()], [hired], NOW);
    expect(steps.at(-1)?.detail).toBe("Restaurant Server. First day: Sun,\u00a0Jan\u00a018.");
  });

  it("says who said no while another look can be asked for, unless another application is open", () => {
    const declined = someApplication({ id: "declined", stage: "declined", lookUntil: "2026-02-12T12:00:00Z", ...over });
    const steps = (...all: ApplicationSummary[]) => next({ flowCompleted: true }, [someInterview()], NOW, all);
    const no = "now: Two Spoons Diner said no. You can ask for another look.";
    expect(steps(someApplication({ id: "closed", stage: "closed", ...over }), declined)).toMatchObject({
      steps: expect.arrayContaining([no]),
      label: "See your application",
      href: "/application?id=declined",
    });
    expect(steps(someApplication(), declined).steps).not.toContain(no);
  });

  it("names the application that an employer ended last, with the meeting that this canceled", () => {
    const steps = (...all: ApplicationSummary[]) => whatHappensNext(someUser({ flowCompleted: true }), [someInterview()], all, NOW).steps.slice(2);
    const closed = { stage: "closed", reason: "filled", changedAt: "2026-01-14T15:00:00Z", ...over } as const;
    const off = { ...closed, meetingOff: "2026-01-20T15:00:00Z" };
    const now = expect.objectContaining({ title: "Send it to other jobs", state: "now" });
    const detail = expect.stringMatching(/^Restaurant Server\. Your meeting on Tue.*, Jan.*\s20.*10:00.* is canceled\.$/);
    expect(steps(someApplication(off))).toEqual([{ state: "done", title: "Two Spoons Diner filled the job", detail }, now]);
    expect(steps(someApplication({ ...closed, reason: "removed" }))[0]).toMatchObject({
      title: "The job at Two Spoons Diner is no longer available",
      detail: "Restaurant Server",
    });
    const elsewhere = someApplication({ place: "Astoria, 31-10 Broadway" });
    expect(steps(elsewhere, someApplication(closed)).map(({ detail }) => detail)).toEqual([
      undefined,
      "Restaurant Server, 218 9th Ave",
      expect.stringMatching(/^Restaurant Server, Astoria, 31-10 Broadway/),
    ]);
    const older = someApplication({ ...closed, employer: "Old Mill", changedAt: "2026-01-02T15:00:00Z" });
    expect(steps(older, someApplication({ ...closed, stage: "declined" }))[0]).toMatchObject({ title: "Two Spoons Diner said no" });
    // While others are open, only for a week.
    expect(steps(someApplication(), someApplication(off)).map(({ state }) => state)).toEqual(["done", "done", "now"]);
    expect(steps(someApplication(), older).map(({ state }) => state)).toEqual(["done", "now"]);
    expect(steps(someApplication({ ...over, stage: "withdrawn" }))).toEqual([now]);
  });

  it("says that the same person looks again where nobody else hires", () => {
    const detail = (more: Partial<ApplicationSummary>) => {
      const { steps } = whatHappensNext(someUser({ flowCompleted: true }), [someInterview()], [someApplication(more)], NOW);
      return steps.at(-1)?.detail;
    };
    const same = "The same person looks again: nobody else hires for this job there right now.";
    const declined = { stage: "declined", lookUntil: "2026-02-12T12:00:00Z", ...over } as const;
    expect(detail(declined)).toBe("Restaurant Server");
    expect(detail({ ...declined, lookAlone: true })).toBe(`Restaurant Server. ${same}`);
    const asked = { stage: "in_review", lastAction: "look_again" } as const;
    expect(detail({ ...asked, lookAlone: true })).toMatch(new RegExp(`^Restaurant Server\\. ${same} You'll hear by `));
    expect(detail(asked)).toMatch(/^Restaurant Server\. You'll hear by /);
  });

  it("says of new times which meeting they replace", () => {
    const moved = someApplication({ stage: "invited", turn: "candidate", lastAction: "invite", meetingOff: "2026-01-20T15:00:00Z" });
    const { steps } = whatHappensNext(someUser({ flowCompleted: true }), [someInterview()], [moved], NOW);
    expect(steps.at(-1)).toMatchObject({
      title: "Two Spoons Diner wants to meet you",
      detail: expect.stringMatching(/^Restaurant Server\. Your meeting on Tue.* is canceled\. Pick one of their times\.$/),
    });
  });

  it("promises no day that has passed", () => {
    const late = someApplication({ stage: "in_review", turn: "employer", replyBy: new Date(NOW - 86_400_000).toISOString(), late: true });
    const [, , , waits] = whatHappensNext(someUser({ flowCompleted: true }), [someInterview()], [late], NOW).steps;
    expect(waits).toMatchObject({
      title: "Two Spoons Diner is late",
      detail: expect.stringMatching(/^Restaurant Server\. They're late\. We've reminded them/),
    });
  });

  it("counts what was sent, whatever has become of it", () => {
    const closed = someApplication({ id: "closed", stage: "closed", ...over });
    const sent = (...known: number[]) =>
      whatHappensNext(someUser({ flowCompleted: true }), [someInterview()], [someApplication(), closed], NOW, ...known).steps[2]?.title;
    expect([sent(), sent(12)]).toEqual(["Sent to 2 jobs", "Sent to 12 jobs"]);
  });

  it("offers other jobs once all have ended", () => {
    const shown = next({ flowCompleted: true }, [someInterview()], NOW, [someApplication({ stage: "declined", ...over })]);
    expect(shown).toMatchObject({ steps: expect.arrayContaining(["now: Send it to other jobs"]), label: "send" });
  });
});

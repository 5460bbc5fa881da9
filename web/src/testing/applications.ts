import type { ApplicationSummary, Group, JobState, JobStates } from "#/api/applications.queries.ts";

/** An application as the list has it: sent on Monday, a reply promised for Thursday. */
export function someApplication(more: Partial<ApplicationSummary> = {}): ApplicationSummary {
  return {
    id: "application-1",
    jobId: "job-1",
    title: "Restaurant Server",
    employer: "Two Spoons Diner",
    place: "218 9th Ave",
    payLow: 19,
    payHigh: 24,
    group: "waiting",
    stage: "submitted",
    version: 1,
    turn: "employer",
    lastAction: "submit",
    replyBy: "2026-05-15T04:00:00Z",
    zone: "America/New_York",
    late: false,
    staffed: true,
    submittedAt: "2026-05-11T12:12:00Z",
    changedAt: "2026-05-11T12:12:00Z",
    views: 0,
    opened: false,
    unread: 0,
    meeting: null,
    question: null,
    offer: null,
    reason: null,
    meetingOff: null,
    lookUntil: null,
    lookAlone: false,
    ...more,
  };
}

/** One page with all of a candidate's applications. */
export function somePage(applications: ApplicationSummary[]) {
  const count = (group: Group) => applications.filter((one) => one.group === group).length;
  const counts = { yours: count("yours"), coming: count("coming"), hired: count("hired"), waiting: count("waiting"), ended: count("ended") };
  return { applications, counts, sent: applications.filter(({ lastAction }) => lastAction !== "withdraw").length, nextKey: null };
}

/** A job that one can apply for. */
export function someOpenJob(more: Partial<JobState> = {}): JobState {
  return {
    jobId: "job-1",
    state: "open",
    title: "Restaurant Server",
    url: null,
    employer: { id: "employer-1", name: "Two Spoons Diner" },
    payLow: 19,
    payHigh: 24,
    place: "218 9th Ave",
    replyDays: 3,
    replyBy: "2026-05-15T04:00:00Z",
    zone: "America/New_York",
    percent: 96,
    hiring: ["Maria Ortiz"],
    hiringMore: 0,
    filled: false,
    staffed: true,
    lastAction: null,
    turn: null,
    applicationId: null,
    stage: null,
    ...more,
  };
}

/** States of jobs, with one interview to send. */
export function someStates(jobs: JobState[]): JobStates {
  const interview = { id: "interview-1", title: "Server", endedAt: "2026-05-09T13:12:00Z", answers: 4, declined: false };
  return { jobs, interviews: [interview], until: "2026-08-09T12:00:00Z" };
}

import { homeOf } from "#/session/steps.ts";
import type { ApplicationSummary } from "#/api/applications.queries.ts";
import type { Interview, User } from "#/api/types.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { formatReplyDay } from "#/format/due.ts";
import { m } from "#/messages.gen/messages.js";
import { type AppPath, pathTo } from "#/platform/paths.ts";
import type { NextStep } from "#/ui/NextSteps/NextSteps.tsx";
import { formatAppointment, formatDateTime, formatTimeWithZone } from "#/format/dates.ts";
import { canSayMore } from "./advice.ts";
import { canJoin, historyOf, isMissed, joinableUntil, upcomingOf } from "./figures.ts";

export interface Next {
  steps: NextStep[];
  /** The next action; null when the person has to wait. "send": choose the jobs that get the interview. */
  action: { label: string; href: AppPath; quiet?: boolean } | "send" | null;
}

/** Nothing is asked of the person: they can talk to a coach meanwhile. */
const coach = (): Next["action"] => ({ label: m.dashboard_next_coach(), href: "/schedule", quiet: true });

/**
 * Returns this person's next step, most urgent first. `applications`: their newest, in the order of their list;
 * undefined while they are not known. `now` in milliseconds since 1970.
 */
export function whatHappensNext(user: User, interviews: readonly Interview[], applications: readonly ApplicationSummary[] | undefined, now: number): Next {
  const [soonest] = upcomingOf(interviews, now).filter((interview) => !isMissed(interview, now));
  const [latest] = historyOf(interviews);
  if (soonest && canJoin(soonest, now)) return goIn(soonest);
  const planned = soonest ? [appointment(soonest, "later")] : [];
  if (latest) {
    const { steps, action } = afterInterview(applications, now);
    return { steps: [...resultOf(latest), ...steps, ...planned], action };
  }
  if (soonest) return { steps: [appointment(soonest, "now"), sending("later")], action: null };
  if (user.interviewCompleted) {
    const { steps, action } = afterInterview(applications, now);
    return { steps: [completed(user.interviewCompletedAt), ...steps], action };
  }
  return towardsInterview(user);
}

/** Returns what the applications wait for; without an open one, the interview can be sent. */
function afterInterview(applications: readonly ApplicationSummary[] | undefined, now: number): Next {
  if (applications === undefined) return { steps: [], action: null };
  const hired = applications.find(({ stage }) => stage === "hired");
  if (hired) return { steps: [{ ...formatApplication(hired, now), state: "now" }], action: open(hired) };
  const current = applications.filter(({ turn }) => turn !== null);
  const [first] = current;
  if (first === undefined) {
    const step =
      applications.length === 0 ? sending("now") : { state: "now" as const, title: m.dashboard_next_send_again(), detail: m.dashboard_next_send_again_text() };
    return { steps: [step], action: "send" };
  }
  return {
    steps: [
      { state: "done", title: m.dashboard_next_sent({ count: current.length }) },
      { ...formatApplication(first, now), state: "now" },
    ],
    action: actionFor(first),
  };
}

function actionFor(first: ApplicationSummary): Next["action"] {
  if (first.turn === "candidate" || first.meeting || first.lastAction === "refuse_times" || first.lastAction === "cancel") return open(first);
  return first.staffed ? coach() : "send";
}

function open({ id, stage, turn }: ApplicationSummary): Next["action"] {
  return { label: (turn === "candidate" && MOVES[stage]?.()) || m.dashboard_next_open(), href: pathTo("/application", { id }) };
}

const MOVES: Partial<Record<string, () => string>> = {
  question_asked: m.applications_next_answer,
  invited: m.applications_next_time,
  offered: m.applications_next_offer,
};

/** What an application waits for, and why. */
function formatApplication(application: ApplicationSummary, now: number): Pick<NextStep, "title" | "detail"> {
  const { stage, turn, employer, title: job, meeting } = application;
  if (stage === "hired") return { title: m.dashboard_next_hired({ employer }), detail: m.dashboard_next_hired_text({ job }) };
  if (stage === "offered") return { title: m.dashboard_next_offer({ employer }), detail: job };
  if (stage === "question_asked") return { title: m.dashboard_next_asked({ employer }), detail: m.dashboard_next_asked_text() };
  if (stage === "invited" && turn === "candidate") {
    return { title: m.dashboard_next_invited({ employer }), detail: m.dashboard_next_invited_text() };
  }
  if (meeting) {
    const when = formatAppointmentIn(meeting.zone, meeting.startsAt);
    const isOver = Date.parse(meeting.startsAt) <= now;
    return isOver
      ? { title: m.dashboard_next_meeting_over({ employer }), detail: m.dashboard_next_meeting_over_text({ when }) }
      : { title: m.dashboard_next_meeting({ employer }), detail: `${when}, ${meeting.place}` };
  }
  if (!application.staffed) return { title: m.dashboard_next_absent({ employer }), detail: m.dashboard_next_absent_text() };
  const title = formatWaiting(application);
  return { title, detail: application.replyBy ? m.applications_hear({ day: formatReplyDay(application.replyBy, application.zone) }) : undefined };
}

function formatWaiting({ stage, lastAction, employer, late }: ApplicationSummary): string {
  if (late) return m.dashboard_next_late({ employer });
  if (lastAction === "refuse_times") return m.dashboard_next_other_times({ employer });
  if (lastAction === "cancel") return m.dashboard_next_canceled({ employer });
  if (lastAction === "look_again") return m.dashboard_next_look({ employer });
  if (stage === "submitted") return m.dashboard_next_with({ employer });
  return stage === "met" ? m.dashboard_next_met({ employer }) : m.dashboard_next_watched({ employer });
}

/** Whether this person has provided what matching needs: the job search and the quick answers. */
export function hasAnswered({ currentStep, flowCompleted }: User): boolean {
  return flowCompleted || currentStep >= 3;
}

/** The URL of the interview room. */
export function roomOf({ id }: Interview): AppPath {
  return pathTo("/live-interview", { interview: id });
}

function goIn(interview: Interview): Next {
  const job = interview.jobTitle;
  const begun = interview.status === "in-progress";
  const current: NextStep = begun
    ? { state: "now", title: m.dashboard_next_rejoin(), detail: m.dashboard_next_rejoin_text({ job }) }
    : {
        state: "now",
        title: m.dashboard_next_live(),
        detail: m.dashboard_next_live_text({ job, time: formatTimeWithZone(joinableUntil(interview)) }),
      };
  const label = begun ? m.dashboard_interviews_rejoin() : m.dashboard_interviews_join();
  return { steps: [current, sending("later")], action: { label, href: roomOf(interview) } };
}

function resultOf({ endedAt, scoring, aiScore, report }: Interview): NextStep[] {
  if (canSayMore(report)) {
    return [completed(endedAt), { state: "done", title: m.dashboard_advice_none(), detail: m.dashboard_next_more_text() }];
  }
  switch (scoring) {
    case "pending":
      return [completed(endedAt), { state: "later", title: m.dashboard_next_reading(), detail: m.dashboard_next_reading_text() }];
    case "done":
      return [
        completed(endedAt),
        {
          state: "done",
          title: aiScore === null ? m.dashboard_next_reported() : m.dashboard_next_scored(),
          detail: m.dashboard_next_scored_text(),
        },
      ];
    default:
      return [
        completed(endedAt),
        {
          state: "done",
          title: scoring === "declined" ? m.dashboard_next_unscored() : m.dashboard_next_no_score(),
          detail: m.dashboard_next_unscored_text(),
        },
      ];
  }
}

function towardsInterview(user: User): Next {
  const reached = user.flowCompleted ? 3 : Math.min(user.currentStep, 3);
  const ahead = [
    { title: m.dashboard_next_search() },
    { title: m.dashboard_next_questions() },
    { title: m.dashboard_next_interview(), detail: m.dashboard_next_interview_text() },
  ];
  const steps = ahead.map((step, index): NextStep => {
    const number = index + 1;
    return { ...step, state: number < reached ? "done" : number === reached ? "now" : "later" };
  });
  const href = user.flowCompleted ? "/video-interview-prep" : homeOf(user);
  return { steps: [...steps, sending("later")], action: { label: m.dashboard_next_continue(), href } };
}

function completed(at: string | null): NextStep {
  const detail = at === null ? m.dashboard_next_recently() : formatDateTime(at);
  return { state: "done", title: m.dashboard_next_completed(), detail };
}

function appointment({ jobTitle: job, scheduledAt }: Interview, state: NextStep["state"]): NextStep {
  const moment = formatAppointment(scheduledAt);
  return { state, title: m.dashboard_next_planned({ job }), detail: m.dashboard_next_planned_text({ moment }) };
}

function sending(state: NextStep["state"]): NextStep {
  return { state, title: m.dashboard_next_send(), detail: m.dashboard_next_send_text() };
}

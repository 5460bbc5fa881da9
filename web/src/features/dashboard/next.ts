import { homeOf } from "#/session/steps.ts";
import type { Interview, User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { type AppPath, pathTo } from "#/platform/paths.ts";
import type { NextStep } from "#/ui/NextSteps/NextSteps.tsx";
import { formatAppointment, formatDateTime, formatTimeWithZone } from "#/format/dates.ts";
import { canJoin, historyOf, isMissed, joinableUntil, upcomingOf } from "./figures.ts";

export interface Next {
  steps: NextStep[];
  /** The next action; null when the person has to wait. */
  action: { label: string; href: AppPath; quiet?: boolean } | null;
}

/** After the interview, the person can only wait or talk to a coach. */
const coach = (): Next["action"] => ({ label: m.dashboard_next_coach(), href: "/schedule", quiet: true });

/** Returns this person's next step, most urgent first. `now` in milliseconds since 1970. */
export function whatHappensNext(user: User, interviews: readonly Interview[], now: number): Next {
  const [soonest] = upcomingOf(interviews, now).filter((interview) => !isMissed(interview, now));
  const [latest] = historyOf(interviews);
  if (soonest && canJoin(soonest, now)) return goIn(soonest);
  if (latest) return { steps: [...after(latest), ...(soonest ? [appointment(soonest, "later")] : [])], action: coach() };
  if (soonest) return { steps: [appointment(soonest, "now"), decision("later")], action: null };
  if (user.interviewCompleted) return { steps: [completed(user.interviewCompletedAt), decision("now")], action: coach() };
  return towardsInterview(user);
}

/** Whether this person has provided what matching needs: the job search and the six answers. */
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
  const open: NextStep = begun
    ? { state: "now", title: m.dashboard_next_rejoin(), detail: m.dashboard_next_rejoin_text({ job }) }
    : {
        state: "now",
        title: m.dashboard_next_live(),
        detail: m.dashboard_next_live_text({ job, time: formatTimeWithZone(joinableUntil(interview)) }),
      };
  const label = begun ? m.dashboard_interviews_rejoin() : m.dashboard_interviews_join();
  return { steps: [open, decision("later")], action: { label, href: roomOf(interview) } };
}

function after({ endedAt, scoring, aiScore }: Interview): NextStep[] {
  switch (scoring) {
    case "pending":
      return [
        completed(endedAt),
        { state: "now", title: m.dashboard_next_reading(), detail: m.dashboard_next_reading_text() },
        decision("later"),
      ];
    case "done":
      return [
        completed(endedAt),
        {
          state: "done",
          title: aiScore === null ? m.dashboard_next_reported() : m.dashboard_next_scored(),
          detail: m.dashboard_next_scored_text(),
        },
        decision("now"),
      ];
    default:
      return [
        completed(endedAt),
        {
          state: "now",
          title: m.dashboard_next_person(),
          detail: scoring === "declined" && m.dashboard_next_person_text(),
        },
        decision("later"),
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
  return { steps: [...steps, decision("later")], action: { label: m.dashboard_next_continue(), href } };
}

function completed(at: string | null): NextStep {
  const detail = at === null ? m.dashboard_next_recently() : formatDateTime(at);
  return { state: "done", title: m.dashboard_next_completed(), detail };
}

function appointment({ jobTitle: job, scheduledAt }: Interview, state: NextStep["state"]): NextStep {
  const moment = formatAppointment(scheduledAt);
  return { state, title: m.dashboard_next_planned({ job }), detail: m.dashboard_next_planned_text({ moment }) };
}

function decision(state: NextStep["state"]): NextStep {
  return { state, title: m.dashboard_next_decision(), detail: m.dashboard_next_decision_text() };
}

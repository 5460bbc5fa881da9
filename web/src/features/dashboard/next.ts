import { homeOf } from "#/session/steps.ts";
import type { ApplicationSummary } from "#/api/applications.queries.ts";
import type { Interview, User } from "#/api/types.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { formatCalendarDay, formatReplyDay } from "#/format/due.ts";
import { inSentence } from "#/format/sentences.ts";
import { m } from "#/messages.gen/messages.js";
import { calendarDate } from "#/format/zones.ts";
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
 * Returns this person's next step, most urgent first. `sentTo`: their newest applications, in the order of their list;
 * undefined while they are not known. `sent`: how many were sent and not taken back. `now` in milliseconds since 1970.
 */
export function whatHappensNext(
  user: User,
  interviews: readonly Interview[],
  sentTo: readonly ApplicationSummary[] | undefined,
  now: number,
  sent?: number,
): Next {
  const applications = withPlaces(sentTo);
  const [soonest] = upcomingOf(interviews, now).filter((interview) => !isMissed(interview, now));
  const [latest] = historyOf(interviews);
  if (soonest && canJoin(soonest, now)) return goIn(soonest);
  if (latest || (user.interviewCompleted && !soonest)) {
    const { steps, action, shown } = afterInterview(applications, sent ?? applications?.length ?? 0, now);
    const coming = (applications ?? []).filter((one) => one !== shown).flatMap((one) => comingOf(one, now));
    if (soonest) coming.push({ at: Date.parse(soonest.scheduledAt), step: appointment(soonest, "later") });
    const later = coming.sort((a, b) => a.at - b.at).map(({ step }) => step);
    return { steps: [...(latest ? resultOf(latest) : [completed(user.interviewCompletedAt)]), ...steps, ...later], action };
  }
  if (soonest) return { steps: [appointment(soonest, "now"), sending("later")], action: { label: m.dashboard_status_all(), href: "/interviews", quiet: true } };
  return towardsInterview(user);
}

/** Adds the place to titles that occur at several places of one employer: otherwise a no to one reads as a no to all. */
function withPlaces(all: readonly ApplicationSummary[] | undefined): readonly ApplicationSummary[] | undefined {
  const isElsewhere = (one: ApplicationSummary, other: ApplicationSummary) =>
    one.title === other.title && one.employer === other.employer && one.place !== other.place;
  return all?.map((one) => (one.place && all.some((other) => isElsewhere(one, other)) ? { ...one, title: `${one.title}, ${one.place}` } : one));
}

/** A meeting or a first day that is ahead, as a step. */
function comingOf(application: ApplicationSummary, now: number): { at: number; step: NextStep }[] {
  const { stage, meeting, offer } = application;
  const start = stage === "hired" ? offer && `${offer.startOn}T23:59:59Z` : stage === "invited" && meeting?.startsAt;
  const at = Date.parse(start || "");
  return at > now ? [{ at, step: { ...formatApplication(application, now), state: "later" } }] : [];
}

/** Returns what the applications wait for, and the one that is `shown`; without an open one, the interview can be sent. */
function afterInterview(applications: readonly ApplicationSummary[] | undefined, sent: number, now: number): Next & { shown?: ApplicationSummary } {
  if (applications === undefined) return { steps: [], action: null };
  const current = applications.filter(({ turn }) => turn !== null);
  const [first] = current.sort((a, b) => rankOf(a, now) - rankOf(b, now) || dueOf(a) - dueOf(b));
  const over = applications.find(({ stage }) => stage === "hired") ?? (first ? undefined : applications.find(({ lookUntil }) => lookUntil));
  if (over)
    return {
      steps: [...endedLast(applications, Date.parse(over.changedAt)), { ...formatApplication(over, now), state: "now" }],
      action: open(over),
      shown: over,
    };
  if (first === undefined) {
    const step =
      applications.length === 0 ? sending("now") : { state: "now" as const, title: m.dashboard_next_send_again(), detail: m.dashboard_next_send_again_text() };
    return { steps: [...endedLast(applications, -Infinity), step], action: "send" };
  }
  return {
    steps: [
      { state: "done", title: m.dashboard_next_sent({ count: sent }) },
      ...endedLast(applications, now - NEWS_MS),
      { ...formatApplication(first, now), state: "now" },
    ],
    action: actionFor(first),
    shown: first,
  };
}

/** Stages by how much they ask of the person, and after those by how far they got. */
const ALIVE: readonly string[] = ["offered", "invited", "question_asked", "met", "in_review", "submitted"];

/** Sorts what waits for the person first, then what is ahead, then the rest by how far it got; employers without a member come last. */
function rankOf(application: ApplicationSummary, now: number): number {
  const { turn, stage } = application;
  if (turn === "candidate") return ALIVE.indexOf(stage) - 9;
  if (comingOf(application, now)[0]) return 0;
  return isAbsent(application) ? 9 : ALIVE.indexOf(stage);
}

/** Whether no member that hires there can have opened the application. */
function isAbsent({ stage, staffed }: ApplicationSummary): boolean {
  return stage === "submitted" && !staffed;
}

/** The meeting or the reply that is due, in milliseconds since 1970. */
function dueOf({ meeting, replyBy }: ApplicationSummary): number {
  return Date.parse(meeting?.startsAt ?? replyBy ?? "9999");
}

/** How long the end of one application is told while others are open. */
const NEWS_MS = 7 * 86_400_000;

/** The application that an employer ended last, if that was after `since`: why, and which meeting is canceled. */
function endedLast(applications: readonly ApplicationSummary[], since: number): NextStep[] {
  const ended = applications.filter(({ stage, changedAt }) => (stage === "closed" || stage === "declined") && Date.parse(changedAt) > since);
  const [last] = ended.sort((a, b) => b.changedAt.localeCompare(a.changedAt));
  if (last === undefined) return [];
  const { employer, stage, reason } = last;
  const title = stage === "declined" ? m.dashboard_next_said_no : reason === "removed" ? m.dashboard_next_removed : m.dashboard_next_filled;
  return [{ state: "done", title: title({ employer }), detail: withJob(last.title, formatOff(last)) }];
}

/** The meeting that the end of an application, or other times, canceled. */
function formatOff({ meetingOff, zone }: ApplicationSummary): string | undefined {
  return meetingOff ? m.dashboard_next_meeting_off({ when: inSentence(formatAppointmentIn(zone, meetingOff)) }) : undefined;
}

/** Every line names the job: there can be others with the same employer. */
function withJob(job: string, text: string | undefined): string {
  return text ? `${job}. ${text}` : job;
}

function actionFor(first: ApplicationSummary): Next["action"] {
  if (first.turn === "candidate" || first.meeting || ["refuse_times", "cancel", "no_show"].includes(first.lastAction)) return open(first);
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
function formatApplication(application: ApplicationSummary, now: number): NextLine {
  const { title, detail } = formatNews(application, now);
  return { title, detail: withJob(application.title, detail) };
}

interface NextLine {
  title: string;
  detail?: string | undefined;
}

function formatNews(application: ApplicationSummary, now: number): NextLine {
  const { stage, turn, employer, meeting, offer } = application;
  if (stage === "hired")
    return { title: m.dashboard_next_hired({ employer }), detail: offer ? m.dashboard_next_hired_text({ day: formatCalendarDay(offer.startOn) }) : undefined };
  if (stage === "declined")
    return { title: m.dashboard_next_declined({ employer }), detail: application.lookAlone ? m.dashboard_next_look_alone() : formatOff(application) };
  if (stage === "offered") return { title: m.dashboard_next_offer({ employer }), detail: formatOffer(application, now) };
  if (stage === "question_asked") return { title: m.dashboard_next_asked({ employer }), detail: m.dashboard_next_asked_text() };
  if (stage === "invited" && turn === "candidate") {
    const detail = [formatOff(application), m.dashboard_next_invited_text()].filter(Boolean).join(" ");
    return { title: m.dashboard_next_invited({ employer }), detail };
  }
  if (meeting) {
    const when = formatAppointmentIn(meeting.zone, meeting.startsAt);
    const isOver = Date.parse(meeting.startsAt) <= now;
    return isOver
      ? { title: m.dashboard_next_meeting_over({ employer }), detail: m.dashboard_next_meeting_over_text({ when }) }
      : { title: m.dashboard_next_meeting({ employer }), detail: `${when}, ${meeting.place}` };
  }
  if (isAbsent(application)) return { title: m.dashboard_next_absent({ employer }), detail: m.dashboard_next_absent_text() };
  if (application.late) return { title: formatWaiting(application), detail: m.applications_late_text() };
  const hear = application.replyBy && application.staffed ? m.applications_hear({ day: formatReplyDay(application.replyBy, application.zone) }) : undefined;
  const alone = application.lookAlone && application.lastAction === "look_again";
  return { title: formatWaiting(application), detail: alone ? [m.dashboard_next_look_alone(), hear].filter(Boolean).join(" ") : hear };
}

/** The day to answer by, until it has passed. */
function formatOffer({ offer, zone }: ApplicationSummary, now: number): string | undefined {
  const day = offer?.answerBy;
  return day && day >= calendarDate(zone, new Date(now)) ? m.dashboard_next_offer_by({ day: formatCalendarDay(day) }) : undefined;
}

function formatWaiting({ stage, lastAction, employer, late }: ApplicationSummary): string {
  if (late) return m.dashboard_next_late({ employer });
  if (lastAction === "refuse_times") return m.dashboard_next_other_times({ employer });
  if (lastAction === "cancel") return m.dashboard_next_canceled({ employer });
  if (lastAction === "no_show") return m.dashboard_next_no_show({ employer });
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

function resultOf(interview: Interview): NextStep[] {
  return [completed(interview.endedAt), outcomeOf(interview)];
}

function outcomeOf({ scoring, aiScore, report }: Interview): NextStep {
  if (canSayMore(report)) return { state: "done", title: m.dashboard_advice_none(), detail: m.dashboard_next_more_text() };
  if (scoring === "pending") return { state: "later", title: m.dashboard_next_reading(), detail: m.dashboard_next_reading_text() };
  if (scoring === "done") {
    return { state: "done", title: aiScore === null ? m.dashboard_next_reported() : m.dashboard_next_scored(), detail: m.dashboard_next_scored_text() };
  }
  return {
    state: "done",
    title: scoring === "declined" ? m.dashboard_next_unscored() : m.dashboard_next_no_score(),
    detail: m.dashboard_next_unscored_text(),
  };
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

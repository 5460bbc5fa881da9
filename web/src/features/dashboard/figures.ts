import type { Interview, InterviewReport } from "#/api/types.ts";

const MINUTE_MS = 60_000;
const JOIN_BEFORE_MS = 30 * MINUTE_MS;
const JOIN_AFTER_MS = 120 * MINUTE_MS;

type Appointment = Pick<Interview, "status" | "scheduledAt" | "consentVersion">;

/** The end of the joinable window, in milliseconds since 1970. */
export function joinableUntil({ scheduledAt }: Appointment): number {
  return Date.parse(scheduledAt) + JOIN_AFTER_MS;
}

/** Whether a scheduled interview is live: from 30 minutes before its time to 2 hours after. `now` in ms since 1970. */
export function isLive(interview: Appointment, now: number): boolean {
  if (interview.status !== "scheduled") return false;
  return Date.parse(interview.scheduledAt) - JOIN_BEFORE_MS <= now && now <= joinableUntil(interview);
}

/** Whether its time has passed without anyone joining. */
export function isMissed(interview: Appointment, now: number): boolean {
  return interview.status === "scheduled" && now > joinableUntil(interview);
}

/** Whether it has begun and is not over. An interview begins only with the person's consent. */
function isBegun({ status, consentVersion }: Appointment): boolean {
  return status === "in-progress" && consentVersion !== null;
}

/** Whether it can be joined: it is live, or it has begun and is not over. */
export function canJoin(interview: Appointment, now: number): boolean {
  return isBegun(interview) || isLive(interview, now);
}

/** Returns scheduled and started interviews: joinable ones first, then by time, missed ones last. */
export function upcomingOf<Some extends Appointment>(interviews: readonly Some[], now: number): Some[] {
  const place = (one: Some) => (canJoin(one, now) ? 0 : isMissed(one, now) ? 2 : 1);
  return interviews
    .filter((one) => one.status === "scheduled" || isBegun(one))
    .sort((a, b) => place(a) - place(b) || Date.parse(a.scheduledAt) - Date.parse(b.scheduledAt));
}

/** Returns the completed interviews, latest first. */
export function historyOf(interviews: readonly Interview[]): Interview[] {
  const end = ({ endedAt, scheduledAt }: Interview) => Date.parse(endedAt ?? scheduledAt);
  return interviews.filter(({ status }) => status === "completed").sort((a, b) => end(b) - end(a));
}

/** Returns the cancelled interviews, latest first. */
export function cancelledOf<Some extends Appointment>(interviews: readonly Some[]): Some[] {
  return interviews.filter(({ status }) => status === "cancelled").sort((a, b) => Date.parse(b.scheduledAt) - Date.parse(a.scheduledAt));
}

/** Returns the duration in whole minutes; null without an end. */
export function minutesOf({ startedAt, scheduledAt, endedAt }: Interview): number | null {
  if (endedAt === null) return null;
  return Math.max(0, Math.floor((Date.parse(endedAt) - Date.parse(startedAt ?? scheduledAt)) / MINUTE_MS));
}

/** Returns from how many answers of how many scores come: those with a level. */
export function answersRead(reports: readonly (InterviewReport | null)[]): { count: number; total: number } {
  const all = reports.flatMap((report) => report?.competencies ?? []);
  return { count: all.filter(({ level }) => level !== null).length, total: all.length };
}

/** Returns the completed interviews with a score, latest first. A score of 0 counts as no score. */
export function scoredOf(interviews: readonly Interview[]): (Interview & { aiScore: number })[] {
  return historyOf(interviews).flatMap((one) => (one.aiScore ? { ...one, aiScore: one.aiScore } : []));
}

/**
 * Returns the rounded mean score of completed interviews, in percent. A score of 0 counts as no score. Null without
 * scores.
 */
export function averageScore(interviews: readonly Interview[]): number | null {
  const scores = scoredOf(interviews).map(({ aiScore }) => aiScore);
  if (scores.length === 0) return null;
  return Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

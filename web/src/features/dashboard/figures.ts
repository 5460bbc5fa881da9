import type { Interview } from "#/api/types.ts";

const MINUTE_MS = 60_000;
const JOIN_BEFORE_MS = 30 * MINUTE_MS;
const JOIN_AFTER_MS = 120 * MINUTE_MS;

type Appointment = Pick<Interview, "status" | "scheduledAt" | "consentVersion">;

/** When one may no longer come in, in milliseconds since 1970. */
export function joinableUntil({ scheduledAt }: Appointment): number {
  return Date.parse(scheduledAt) + JOIN_AFTER_MS;
}

/** Whether a scheduled interview is live: from 30 minutes before its time to 2 hours after. `now` in ms since 1970. */
export function isLive(interview: Appointment, now: number): boolean {
  if (interview.status !== "scheduled") return false;
  return Date.parse(interview.scheduledAt) - JOIN_BEFORE_MS <= now && now <= joinableUntil(interview);
}

/** Whether its time has gone by without anybody coming. */
export function isMissed(interview: Appointment, now: number): boolean {
  return interview.status === "scheduled" && now > joinableUntil(interview);
}

/** Whether it has begun and is not over. An interview begins with the person's consent, and not before. */
function isBegun({ status, consentVersion }: Appointment): boolean {
  return status === "in-progress" && consentVersion !== null;
}

/** Whether it can be entered: it is live, or it has begun and is not over. */
export function canJoin(interview: Appointment, now: number): boolean {
  return isBegun(interview) || isLive(interview, now);
}

/** Scheduled interviews and those that have begun: first those that can be entered, then by time; missed ones last. */
export function upcomingOf<Some extends Appointment>(interviews: readonly Some[], now: number): Some[] {
  const place = (one: Some) => (canJoin(one, now) ? 0 : isMissed(one, now) ? 2 : 1);
  return interviews
    .filter((one) => one.status === "scheduled" || isBegun(one))
    .sort((a, b) => place(a) - place(b) || Date.parse(a.scheduledAt) - Date.parse(b.scheduledAt));
}

/** Those that are completed, the latest first. */
export function historyOf(interviews: readonly Interview[]): Interview[] {
  const end = ({ endedAt, scheduledAt }: Interview) => Date.parse(endedAt ?? scheduledAt);
  return interviews.filter(({ status }) => status === "completed").sort((a, b) => end(b) - end(a));
}

/** Those that will not take place, the latest first. */
export function cancelledOf<Some extends Appointment>(interviews: readonly Some[]): Some[] {
  return interviews
    .filter(({ status }) => status === "cancelled")
    .sort((a, b) => Date.parse(b.scheduledAt) - Date.parse(a.scheduledAt));
}

/** How long it took, in whole minutes; null while it has no end. */
export function minutesOf({ startedAt, scheduledAt, endedAt }: Interview): number | null {
  if (endedAt === null) return null;
  return Math.max(0, Math.floor((Date.parse(endedAt) - Date.parse(startedAt ?? scheduledAt)) / MINUTE_MS));
}

/** The rounded mean of the scores of completed interviews, in percent. A score of 0 is no score. Null without any. */
export function averageScore(interviews: readonly Interview[]): number | null {
  const scores = historyOf(interviews).flatMap(({ aiScore }) => aiScore || []);
  if (scores.length === 0) return null;
  return Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

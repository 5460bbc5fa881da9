import type { DeskJob } from "#/api/deskJobs.queries.ts";

const DAY_MS = 86_400_000;

/** Whether a job's time is over: nobody new can apply. */
export function isEnded({ liveUntil }: Pick<DeskJob, "liveUntil">, now = Date.now()): boolean {
  return liveUntil !== null && Date.parse(liveUntil) <= now;
}

/** Returns in how many days, on this device's calendar, a job ends: 0 for today or earlier; null if it does not end. */
export function daysLeft({ liveUntil }: Pick<DeskJob, "liveUntil">, now = Date.now()): number | null {
  if (liveUntil === null) return null;
  const midnight = (moment: number) => new Date(moment).setHours(0, 0, 0, 0);
  return Math.max(0, Math.round((midnight(Date.parse(liveUntil)) - midnight(now)) / DAY_MS));
}

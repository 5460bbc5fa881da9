/** Promises to reply, in the page's language and the zone of the place of work. */

import { m } from "#/messages.gen/messages.js";
import { calendarDate, formatterIn, unbroken } from "./zones.ts";

const DAY_MS = 86_400_000;

/** How often a shown promise is checked against the clock. */
export const DUE_REFRESH_MS = 60_000;

/** How near a promise is; see `ui/Due`. */
export type Nearness = "up" | "low" | "half" | "gone";

/** A promise ends with a day: its instant is the first moment after it. */
function lastMoment(replyBy: string): Date {
  return new Date(Date.parse(replyBy) - 1);
}

/** The number of calendar days in `zone` from `now` until the promise ends; negative once it is broken. */
export function daysUntil(replyBy: string, zone: string, now: number): number {
  const day = (moment: Date) => Date.parse(calendarDate(zone, moment));
  return Math.round((day(lastMoment(replyBy)) - day(new Date(now))) / DAY_MS);
}

/** How near a promise is. */
export function nearness(replyBy: string, zone: string, now: number): Nearness {
  if (Date.parse(replyBy) <= now) return "gone";
  const days = daysUntil(replyBy, zone, now);
  return days <= 0 ? "half" : days === 1 ? "low" : "up";
}

/** Such as "Thu, May 14". */
export function formatReplyDay(replyBy: string, zone: string): string {
  return formatDay(lastMoment(replyBy), zone);
}

/** Such as "Thu, May 14", for any moment. */
export function formatDay(moment: Date | string, zone: string): string {
  return unbroken(formatterIn(zone, { weekday: "short", month: "short", day: "numeric" }).format(new Date(moment)));
}

/** Such as "Thu, May 14", for the calendar date "2026-05-14". */
export function formatCalendarDay(date: string): string {
  return formatDay(`${date}T12:00:00Z`, "UTC");
}

/** Such as "By tomorrow", "By Thu, May 14" or "2 days late". */
export function formatDue(replyBy: string, zone: string, now: number): string {
  const days = daysUntil(replyBy, zone, now);
  switch (nearness(replyBy, zone, now)) {
    case "gone":
      return m.applications_late({ days: Math.max(1, -days) });
    case "half":
      return m.applications_by_today();
    case "low":
      return m.applications_by_tomorrow();
    case "up":
      return m.applications_by({ day: formatReplyDay(replyBy, zone) });
  }
}

/** Days and times of the booking calendar, in the selected time zone. */

import { calendarDate, formatterIn } from "#/format/zones.ts";

export interface Day {
  /** The date in the zone: "2026-03-02". */
  date: string;
  slots: string[];
}

export type Part = "morning" | "afternoon" | "evening";

/** The slots grouped by day in `zone`, both in order. */
export function daysOf(slots: readonly { startsAt: string }[], zone: string): Day[] {
  const days = new Map<string, string[]>();
  for (const { startsAt } of slots) {
    const date = calendarDate(zone, new Date(startsAt));
    days.set(date, [...(days.get(date) ?? []), startsAt]);
  }
  return [...days].map(([date, starts]) => ({ date, slots: starts }));
}

/** Groups a day's slots: before noon, before five, and later. */
export function partsOf(slots: readonly string[], zone: string): { part: Part; slots: string[] }[] {
  const hour = formatterIn(zone, { hour: "numeric", hourCycle: "h23" }, "en-US");
  const partOf = (slot: string): Part => {
    const now = Number(hour.format(new Date(slot)));
    if (now < 12) return "morning";
    return now < 17 ? "afternoon" : "evening";
  };
  const parts: Part[] = ["morning", "afternoon", "evening"];
  return parts.map((part) => ({ part, slots: slots.filter((slot) => partOf(slot) === part) })).filter(({ slots: found }) => found.length > 0);
}

/** Returns the calendar date `days` after `date`. */
export function daysAfter(date: string, days: number): string {
  const noon = new Date(`${date}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return noon.toISOString().slice(0, 10);
}

/** Returns today's date in `zone`. */
export function todayIn(zone: string, now: string): string {
  return calendarDate(zone, new Date(now));
}

import { m } from "#/messages.gen/messages.js";
import { zoneAbbreviation } from "#/platform/zones.ts";

/** Times of the calendar, in the zone that the person has chosen. */

export interface Day {
  /** Such as "2026-03-02": the day's date in the zone. */
  date: string;
  slots: string[];
}

export type Part = "morning" | "afternoon" | "evening";

const DATE_PARTS = { year: "numeric", month: "2-digit", day: "2-digit" } as const;

/** The slots by the days of `zone`, both in order. */
export function daysOf(slots: readonly { startsAt: string }[], zone: string): Day[] {
  const format = new Intl.DateTimeFormat("en-CA", { ...DATE_PARTS, timeZone: zone });
  const days = new Map<string, string[]>();
  for (const { startsAt } of slots) {
    const date = format.format(new Date(startsAt));
    days.set(date, [...(days.get(date) ?? []), startsAt]);
  }
  return [...days].map(([date, starts]) => ({ date, slots: starts }));
}

/** A day's slots by its parts: before noon, before five, and later. */
export function partsOf(slots: readonly string[], zone: string): { part: Part; slots: string[] }[] {
  const hour = new Intl.DateTimeFormat("en-US", { hour: "numeric", hourCycle: "h23", timeZone: zone });
  const partOf = (slot: string): Part => {
    const now = Number(hour.format(new Date(slot)));
    if (now < 12) return "morning";
    return now < 17 ? "afternoon" : "evening";
  };
  const parts: Part[] = ["morning", "afternoon", "evening"];
  return parts
    .map((part) => ({ part, slots: slots.filter((slot) => partOf(slot) === part) }))
    .filter(({ slots: found }) => found.length > 0);
}

/** Such as "9:00 AM". */
export function timeOf(instant: string, zone: string): string {
  return new Intl.DateTimeFormat(m.ui_locale(), { hour: "numeric", minute: "2-digit", timeZone: zone }).format(
    new Date(instant),
  );
}

/** Such as "Tuesday, March 3, 9:00 AM EST". */
export function momentOf(instant: string, zone: string): string {
  const time = `${timeOf(instant, zone)} ${zoneAbbreviation(zone, new Date(instant))}`;
  return m.booking_chosen({ day: dayOf(instant, zone), time });
}

/** Such as "Tuesday, March 3". */
export function dayOf(instant: string, zone: string): string {
  return new Intl.DateTimeFormat(m.ui_locale(), {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: zone,
  }).format(new Date(instant));
}

/** Such as ["Tue", "Mar 3"], for a calendar date without a zone of its own. */
export function shortDay(date: string): { weekday: string; day: string } {
  const noon = new Date(`${date}T12:00:00Z`);
  const words = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(m.ui_locale(), { ...options, timeZone: "UTC" }).format(noon);
  return { weekday: words({ weekday: "short" }), day: words({ month: "short", day: "numeric" }) };
}

/** The calendar date `days` after `date`. */
export function daysAfter(date: string, days: number): string {
  const noon = new Date(`${date}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return noon.toISOString().slice(0, 10);
}

/** Today's date in `zone`. */
export function todayIn(zone: string, now: string): string {
  return new Intl.DateTimeFormat("en-CA", { ...DATE_PARTS, timeZone: zone }).format(new Date(now));
}

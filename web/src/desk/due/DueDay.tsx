import { daysUntil, formatReplyDay, nearness } from "#/format/due.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { homeZone } from "#/platform/zone.ts";
import { Due } from "#/ui/Due/Due.tsx";

/** The zone in which a promise is counted: that of the job's location, if it has one. */
export function zoneOf(zone: string | null): string {
  return zone ?? homeZone();
}

/** Examples: "Due today", "Due Fri, May 15", "2 days late". */
export function formatDueDay(replyBy: string, zone: string, now: number): string {
  const days = daysUntil(replyBy, zone, now);
  if (days < 0) return m.desk_person_due_late({ count: -days, countText: formatCount(-days) });
  if (days === 0) return m.desk_person_due_today();
  return days === 1 ? m.desk_person_due_tomorrow() : m.desk_person_due_on({ day: formatReplyDay(replyBy, zone) });
}

/** When a reply is due. `zone` is that of the job's location. */
export function DueDay({ replyBy, zone, now }: { replyBy: string; zone: string | null; now: number }) {
  const here = zoneOf(zone);
  return <Due state={nearness(replyBy, here, now)}>{formatDueDay(replyBy, here, now)}</Due>;
}

import { nearness } from "#/format/due.ts";
import { Due } from "#/ui/Due/Due.tsx";
import { formatDueDay, zoneOf } from "./due.ts";

/** When a reply is due. `zone` is that of the job's location. */
export function DueDay({ replyBy, zone, now }: { replyBy: string; zone: string | null; now: number }) {
  const here = zoneOf(zone);
  return <Due state={nearness(replyBy, here, now)}>{formatDueDay(replyBy, here, now)}</Due>;
}

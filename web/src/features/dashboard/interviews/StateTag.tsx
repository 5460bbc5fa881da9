import type { Interview } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { STATE_NAMES, STATE_TONES } from "../format.ts";

/** The state of an interview, or that it is live now. */
export function StateTag({ interview: { status, missed }, live = false }: { interview: Interview; live?: boolean }) {
  if (live) {
    return (
      <Tag tone="spark" live>
        {m.dashboard_interviews_live()}
      </Tag>
    );
  }
  if (missed) return <Tag tone="bad">{m.dashboard_state_missed()}</Tag>;
  return <Tag tone={STATE_TONES[status]}>{STATE_NAMES[status]()}</Tag>;
}

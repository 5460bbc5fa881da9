import type { TeamMember } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./Today.module.css";

const RAYS = [-62, -31, 0, 31, 62];

/** Nobody waits for this member. */
export function CaughtUp({ role }: { role: TeamMember["role"] }) {
  return (
    <div className={styles.calm}>
      <div>
        <Heading level={1}>{m.desk_person_today_caught_up()}</Heading>
        <Text size="lead" quiet>
          {role === "reviewer" ? m.desk_person_today_caught_up_reviewer() : m.desk_person_today_caught_up_text()}
        </Text>
      </div>
      <svg viewBox="-10 0 220 120" aria-hidden="true" className={styles.sunrise}>
        <path d="M35 120a65 65 0 0 1 130 0z" />
        {RAYS.map((turn) => (
          <rect key={turn} x="95" y="6" width="10" height="26" rx="5" transform={`rotate(${turn} 100 120)`} />
        ))}
      </svg>
    </div>
  );
}

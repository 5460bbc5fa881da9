import { m } from "#/messages.gen/messages.js";
import { type Speed, formatSpeed, SPEEDS } from "./speeds.ts";
import styles from "./SpeedChoice.module.css";

/** How fast the recording plays. */
export function SpeedChoice({ speed, onChange }: { speed: Speed; onChange: (speed: Speed) => void }) {
  return (
    <label className={styles.label}>
      {m.dashboard_recording_speed()}
      <select
        value={speed}
        onChange={({ target }) => onChange(SPEEDS[target.selectedIndex] ?? 1)}
        className={styles.choice}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {formatSpeed(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

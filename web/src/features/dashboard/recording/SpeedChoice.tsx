import { m } from "#/messages.gen/messages.js";
import styles from "./SpeedChoice.module.css";

/** Playback speeds, as multiples of real time. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;
export type Speed = (typeof SPEEDS)[number];

/** Such as "1.5×". */
export function formatSpeed(speed: Speed): string {
  return m.dashboard_recording_times({ speed });
}

/** The playback speed menu. */
export function SpeedChoice({ speed, onChange }: { speed: Speed; onChange: (speed: Speed) => void }) {
  return (
    <label className={styles.label}>
      {m.dashboard_recording_speed()}
      <select value={speed} onChange={({ target }) => onChange(SPEEDS[target.selectedIndex] ?? 1)} className={styles.choice}>
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {formatSpeed(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

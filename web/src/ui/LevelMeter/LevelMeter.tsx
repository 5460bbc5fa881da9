import { type CSSProperties, memo } from "react";
import { m } from "#/messages.gen/messages.js";
import styles from "./LevelMeter.module.css";

/** Heights of the bars in percent, shaped like the waveform of a spoken word. */
const BARS = [30, 46, 62, 50, 74, 90, 66, 82, 100, 72, 58, 84, 48, 64, 40, 52, 36, 44, 34, 40, 32, 30];

type LevelMeterProps = {
  /** The microphone's level, 0 to 1. */
  level: number;
  small?: boolean;
};

/** Shows the microphone's level. The bars never change; a louder voice reveals more of them. */
export function LevelMeter({ level, small = false }: LevelMeterProps) {
  const lit = Math.round(Math.min(1, Math.max(0, level)) * BARS.length) / BARS.length;
  return (
    <span role="img" aria-label={formatLevel(level)} className={small ? styles.small : styles.meter} style={{ "--lit": lit } as CSSProperties}>
      <Bars className={styles.off} />
      <Bars className={styles.on} />
    </span>
  );
}

function formatLevel(level: number): string {
  if (level < 0.1) return m.ui_level_meter_quiet();
  return level > 0.95 ? m.ui_level_meter_loud() : m.ui_level_meter_good();
}

const Bars = memo(function Bars({ className }: { className: string | undefined }) {
  return (
    <svg viewBox="0 0 216 48" preserveAspectRatio="xMinYMid meet" aria-hidden="true" className={className}>
      {BARS.map((height, index) => (
        <rect key={index} x={index * 10} y={24 - height * 0.24} width="6" height={height * 0.48} rx="3" />
      ))}
    </svg>
  );
});

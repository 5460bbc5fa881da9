import type { CSSProperties } from "react";
import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import styles from "./Voice.module.css";

/** A disc of radius 84 cut into six strips. */
const STRIPS = [
  "M16.8 88.8A84 84 0 0 1 43.2 38.1V161.9A84 84 0 0 1 16.8 111.2z",
  "M44.8 36.7A84 84 0 0 1 71.2 21.1V178.9A84 84 0 0 1 44.8 163.3z",
  "M72.8 20.5A84 84 0 0 1 99.2 16V184A84 84 0 0 1 72.8 179.5z",
  "M100.8 16A84 84 0 0 1 127.2 20.5V179.5A84 84 0 0 1 100.8 184z",
  "M128.8 21.1A84 84 0 0 1 155.2 36.7V163.3A84 84 0 0 1 128.8 178.9z",
  "M156.8 38.1A84 84 0 0 1 183.2 88.8V111.2A84 84 0 0 1 156.8 161.9z",
];

type VoiceProps = {
  state: "speaking" | "listening" | "idle";
  /** The loudness of the voice, 0 to 1. Without it the strips move as in calm speech. */
  loudness?: number | undefined;
  /** s 40 px, m 72 px, l 208 px (288 px from 900 px). */
  size?: "s" | "m" | "l";
};

/** The interviewer: the logo's sun, whose strips move with the voice and close while it listens. */
export function Voice({ state, loudness, size = "l" }: VoiceProps) {
  return (
    <svg
      viewBox="0 0 200 200"
      role="img"
      aria-label={m.ui_voice_label()}
      className={cx(styles.voice, styles[size], styles[state])}
      {...(loudness !== undefined && { style: { "--loudness": loudness } as CSSProperties })}
    >
      {STRIPS.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

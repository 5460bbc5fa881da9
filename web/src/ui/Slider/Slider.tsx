import type { CSSProperties } from "react";
import styles from "./Slider.module.css";

type SliderProps = {
  min: number;
  max: number;
  step?: number;
  value: number;
  onChange: (value: number) => void;
  /** The accessible name. */
  label: string;
  /** Formats a value: `20` as "$20 an hour". */
  format: (value: number) => string;
  id?: string;
};

/** A numeric slider. It uses a native range input, so arrow keys, Home and End work. */
export function Slider({ min, max, step = 1, value, onChange, label, format, id }: SliderProps) {
  const share = (value - min) / (max - min);
  return (
    <input
      type="range"
      id={id}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      aria-label={label}
      aria-valuetext={format(value)}
      className={styles.slider}
      style={{ "--share": share } as CSSProperties}
    />
  );
}

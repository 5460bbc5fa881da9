import { cx } from "#/ui/cx.ts";
import styles from "./Art.module.css";
import { type ArtName, drawings } from "./drawings.tsx";

type ArtProps = {
  name: ArtName;
  /** s 56 px, m 76 px, l 120 px, xl 144 x 108 px; without a size, `className` sets it. */
  size?: "s" | "m" | "l" | "xl";
  className?: string | undefined;
};

/** A paper-cut illustration. Decorative: adjacent text always says the same. */
export function Art({ name, size, className }: ArtProps) {
  const { viewBox, shapes } = drawings[name];
  return (
    <svg viewBox={viewBox} aria-hidden="true" className={cx(size && styles[size], className)}>
      {shapes}
    </svg>
  );
}

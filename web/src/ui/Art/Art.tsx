import { cx } from "#/ui/cx.ts";
import styles from "./Art.module.css";
import { type ArtName, drawings } from "./drawings.tsx";

type ArtProps = {
  name: ArtName;
  /** s 56 px, m 76 px, l 120 px, xl 144 x 108 px; without a size it is as large as `className` says. */
  size?: "s" | "m" | "l" | "xl";
  className?: string | undefined;
};

/** A cut-paper drawing. Decoration: what it stands for is always said in words beside it. */
export function Art({ name, size, className }: ArtProps) {
  const { viewBox, shapes } = drawings[name];
  return (
    <svg viewBox={viewBox} aria-hidden="true" className={cx(size && styles[size], className)}>
      {shapes}
    </svg>
  );
}

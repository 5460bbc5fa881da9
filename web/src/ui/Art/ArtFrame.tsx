import type { ReactNode } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Art.module.css";

export type ArtSize = "s" | "m" | "l" | "xl";

type ArtFrameProps = {
  viewBox?: string | undefined;
  /** s 56 px, m 76 px, l 120 px, xl 144 x 108 px; without a size, `className` sets it. */
  size?: ArtSize | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** The SVG element around an illustration's shapes. Decorative: adjacent text always says the same. */
export function ArtFrame({ viewBox = "0 0 96 96", size, className, children }: ArtFrameProps) {
  return (
    <svg viewBox={viewBox} data-art="" aria-hidden="true" className={cx(size && styles[size], className)}>
      {children}
    </svg>
  );
}

import { lazy, Suspense } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Art.module.css";
import { type ArtName, drawings, type MoreArtName } from "./drawings.tsx";

// A drawing that cannot be loaded stays empty: it must not break the page around it.
const MoreArt = lazy(() => import("./MoreArt.tsx").catch(() => ({ default: () => null })));

type ArtProps = {
  name: ArtName | MoreArtName;
  /** s 56 px, m 76 px, l 120 px, xl 144 x 108 px; without a size, `className` sets it. */
  size?: "s" | "m" | "l" | "xl";
  className?: string | undefined;
};

/** A paper-cut illustration. Decorative: adjacent text always says the same. */
export function Art({ name, size, className }: ArtProps) {
  const drawing = name in drawings ? drawings[name as ArtName] : null;
  return (
    <svg viewBox={drawing?.viewBox ?? "0 0 96 96"} aria-hidden="true" className={cx(size && styles[size], className)}>
      {drawing ? (
        drawing.shapes
      ) : (
        <Suspense fallback={null}>
          <MoreArt name={name as MoreArtName} />
        </Suspense>
      )}
    </svg>
  );
}

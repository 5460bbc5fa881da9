import { lazy, Suspense } from "react";
import { ArtFrame, type ArtSize } from "./ArtFrame.tsx";
import { type ArtName, drawings, type MoreArtName } from "./drawings.tsx";

// A drawing that cannot be loaded stays empty: it must not break the page around it.
const MoreArt = lazy(() => import("./MoreArt.tsx").catch(() => ({ default: () => null })));

type ArtProps = {
  name: ArtName | MoreArtName;
  size?: ArtSize;
  className?: string | undefined;
};

/** A paper-cut illustration. */
export function Art({ name, size, className }: ArtProps) {
  const drawing = name in drawings ? drawings[name as ArtName] : null;
  return (
    <ArtFrame viewBox={drawing?.viewBox} size={size} className={className}>
      {drawing ? (
        drawing.shapes
      ) : (
        <Suspense fallback={null}>
          <MoreArt name={name as MoreArtName} />
        </Suspense>
      )}
    </ArtFrame>
  );
}

import { ArtFrame } from "#/ui/Art/ArtFrame.tsx";
import { compass, spanner } from "#/ui/Art/failureDrawings.tsx";
import { EmptyLayout, type EmptyTexts } from "./EmptyLayout.tsx";

const DRAWINGS = { compass, spanner };

/** The whole screen of an error. Part of every first load, so it brings only its own drawings along. */
export function Failure({ art, ...texts }: Omit<EmptyTexts, "level"> & { art: keyof typeof DRAWINGS }) {
  const { viewBox, shapes } = DRAWINGS[art];
  return (
    <EmptyLayout
      art={
        <ArtFrame viewBox={viewBox} size="l">
          {shapes}
        </ArtFrame>
      }
      level={1}
      {...texts}
    />
  );
}

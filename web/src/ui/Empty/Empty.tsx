import { Art } from "#/ui/Art/Art.tsx";
import type { ArtName } from "#/ui/Art/drawings.tsx";
import { EmptyLayout, type EmptyTexts } from "./EmptyLayout.tsx";

/** An empty state: what it means, and what to do. */
export function Empty({ art, ...texts }: EmptyTexts & { art: ArtName }) {
  return <EmptyLayout art={<Art name={art} size="l" />} {...texts} />;
}

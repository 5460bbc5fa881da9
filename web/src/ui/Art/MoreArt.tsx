import type { MoreArtName } from "./drawings.tsx";
import { moreDrawings } from "./moreDrawings.tsx";

/** The shapes of a drawing that is loaded on demand. */
export default function MoreArt({ name }: { name: MoreArtName }) {
  return moreDrawings[name];
}

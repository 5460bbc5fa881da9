import type { ArtName } from "./drawings.tsx";

const TOOLS: Record<string, ArtName> = {
  construction: "hat",
  transportation: "keys",
  hospitality: "tray",
  "maintenance-repair": "spanner",
  "salon-spa": "comb",
  "restaurants-bars": "whisk",
  fitness: "barbell",
};

/** The tool that stands for a kind of work, by the category's id. */
export function categoryArt(id: string): ArtName {
  return TOOLS[id] ?? "tray";
}

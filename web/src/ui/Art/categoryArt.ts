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

/** The tool for a kind of work, by the category's ID. */
export function categoryArt(id: string): ArtName {
  return TOOLS[id] ?? "tray";
}

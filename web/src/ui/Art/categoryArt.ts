import type { ArtName, MoreArtName } from "./drawings.tsx";

const TOOLS: Record<string, ArtName | MoreArtName> = {
  construction: "hat",
  transportation: "keys",
  hospitality: "tray",
  "maintenance-repair": "spanner",
  "salon-spa": "comb",
  "restaurants-bars": "whisk",
  fitness: "barbell",
  healthcare: "stethoscope",
  retail: "bag",
  production: "gear",
  security: "flashlight",
  office: "headset",
  delivery: "parcel",
  cleaning: "broom",
  care: "rings",
  farming: "trowel",
};

/** The tool for a kind of work, by the category's ID. */
export function categoryArt(id: string): ArtName | MoreArtName {
  return TOOLS[id] ?? "tray";
}

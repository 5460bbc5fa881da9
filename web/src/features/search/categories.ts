import list from "../../../../dayshift/jobs/categories.json";
import type { ArtName } from "#/ui/Art/drawings.tsx";

export interface Category {
  id: string;
  name: string;
  titles: string[];
  art: ArtName;
}

const ART: Record<string, ArtName> = {
  construction: "hat",
  transportation: "keys",
  hospitality: "tray",
  "maintenance-repair": "spanner",
  "salon-spa": "comb",
  "restaurants-bars": "whisk",
  fitness: "barbell",
};

/** The kinds of work, with six job titles each: the very list the server knows. */
export const CATEGORIES: Category[] = list.map((category) => ({
  ...category,
  art: ART[category.id] ?? "tray",
}));

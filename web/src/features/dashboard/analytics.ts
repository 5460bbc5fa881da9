import type { Interview } from "#/api/types.ts";
import { historyOf } from "./figures.ts";

interface Skill {
  name: string;
  /** The mean level, 1 to 5, rounded to the nearest; null where there was never enough evidence. */
  level: number | null;
  /** Number of interviews that asked about it. */
  interviews: number;
}

export interface Analytics {
  /** Scores of completed interviews in percent, oldest first. A score of 0 counts as no score. */
  scores: number[];
  /** The skills asked about, highest level first. */
  skills: Skill[];
}

/** Statistics over all completed interviews. */
export function analyse(interviews: readonly Interview[]): Analytics {
  const history = historyOf(interviews).reverse();
  const levels = new Map<string, (number | null)[]>();
  for (const { report } of history) {
    for (const { competency, level } of report?.competencies ?? []) {
      levels.set(competency, [...(levels.get(competency) ?? []), level]);
    }
  }
  const skills = [...levels].map(([name, all]) => ({ name, level: meanOf(all), interviews: all.length }));
  return {
    scores: history.flatMap(({ aiScore }) => aiScore || []),
    skills: skills.sort((a, b) => (b.level ?? 0) - (a.level ?? 0)),
  };
}

function meanOf(levels: readonly (number | null)[]): number | null {
  const known = levels.filter((level) => level !== null);
  return known.length === 0 ? null : Math.round(known.reduce((sum, level) => sum + level, 0) / known.length);
}

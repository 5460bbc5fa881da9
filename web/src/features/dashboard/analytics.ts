import type { Interview } from "#/api/types.ts";
import { historyOf } from "./figures.ts";
import { readSummary } from "./summary.ts";

interface Skill {
  name: string;
  /** The mean of its levels, 1 to 5, rounded to the nearest; null where there was never enough evidence. */
  level: number | null;
  /** In how many interviews it was asked about. */
  interviews: number;
}

export interface Analytics {
  /** Scores of completed interviews in percent, the oldest first. A score of 0 is no score. */
  scores: number[];
  /** The skills that were asked about, those with the highest level first. */
  skills: Skill[];
}

/** What all completed interviews say together. */
export function analyse(interviews: readonly Interview[]): Analytics {
  const history = historyOf(interviews).reverse();
  const levels = new Map<string, (number | null)[]>();
  for (const { aiSummary } of history) {
    for (const { competency, level } of readSummary(aiSummary)?.competencies ?? []) {
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

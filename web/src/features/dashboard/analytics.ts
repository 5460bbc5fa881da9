import type { Interview } from "#/api/types.ts";
import { historyOf } from "./figures.ts";

interface Skill {
  name: string;
  /** The mean level, 1 to 5, rounded to the nearest; null where there was never enough evidence. */
  level: number | null;
  /** A person will still read an answer about it. */
  awaited: boolean;
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
  const found = new Map<string, { level: number | null; awaited: boolean }[]>();
  for (const { report, awaitsPerson } of history) {
    for (const { competency, level, needsPerson } of report?.competencies ?? []) {
      found.set(competency, [...(found.get(competency) ?? []), { level, awaited: awaitsPerson && needsPerson }]);
    }
  }
  const skills = [...found].map(([name, all]) => ({
    name,
    level: meanOf(all.map(({ level }) => level)),
    awaited: all.some(({ awaited }) => awaited),
    interviews: all.length,
  }));
  return {
    scores: history.flatMap(({ aiScore }) => aiScore || []),
    skills: skills.sort((a, b) => (b.level ?? 0) - (a.level ?? 0)),
  };
}

function meanOf(levels: readonly (number | null)[]): number | null {
  const known = levels.filter((level) => level !== null);
  return known.length === 0 ? null : Math.round(known.reduce((sum, level) => sum + level, 0) / known.length);
}

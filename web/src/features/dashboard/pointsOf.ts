import type { InterviewReport } from "#/api/types.ts";

const TOP_LEVEL = 5;

/** Returns the calculation of the score from the levels; null if the score was not calculated that way. */
export function pointsOf({ competencies }: InterviewReport, score: number | null): { points: number; most: number } | null {
  const levels = competencies.flatMap(({ level }) => level ?? []);
  const points = levels.reduce((sum, level) => sum + level, 0);
  const most = TOP_LEVEL * levels.length;
  return most > 0 && score === Math.round((100 * points) / most) ? { points, most } : null;
}

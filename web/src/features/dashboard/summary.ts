import * as v from "valibot";

const competency = v.object({
  competency: v.string(),
  question: v.string(),
  /** 1 to 5; null says that there was not enough evidence. */
  level: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))),
  levelText: v.string(),
  /** The person's own words; null exactly where there is no level. */
  quote: v.nullable(v.string()),
  confidence: v.picklist(["low", "medium", "high"]),
  /** What would have earned a higher level. */
  raise: v.string(),
});

const summary = v.object({
  summary: v.string(),
  /** HIRE, SECOND_INTERVIEW, NO_HIRE or INSUFFICIENT_EVIDENCE. */
  recommendation: v.string(),
  competencies: v.optional(v.array(competency), []),
  /** Name and version of the method: the same answers with the same method give the same report. */
  scorer: v.optional(v.string()),
  /** How many answers the person put right before they were scored. */
  correctedAnswers: v.optional(v.number()),
});

export type Summary = v.InferOutput<typeof summary>;
export type Competency = v.InferOutput<typeof competency>;

/** Reads an interview's `aiSummary`, which is JSON in a string. Null where there is none, or none that can be read. */
export function readSummary(aiSummary: string | null): Summary | null {
  if (aiSummary === null) return null;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), summary), aiSummary);
  return read.success ? read.output : null;
}

const TOP_LEVEL = 5;

/** How the levels add up, where that is how the score came about; null where it is not. */
export function sumOf({ competencies }: Summary, score: number | null): { points: number; most: number } | null {
  const levels = competencies.flatMap(({ level }) => level ?? []);
  const points = levels.reduce((sum, level) => sum + level, 0);
  const most = TOP_LEVEL * levels.length;
  return most > 0 && score === Math.round((100 * points) / most) ? { points, most } : null;
}

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
});

export type Summary = v.InferOutput<typeof summary>;
export type Competency = v.InferOutput<typeof competency>;

/** Reads an interview's `aiSummary`, which is JSON in a string. Null where there is none, or none that can be read. */
export function readSummary(aiSummary: string | null): Summary | null {
  if (aiSummary === null) return null;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), summary), aiSummary);
  return read.success ? read.output : null;
}

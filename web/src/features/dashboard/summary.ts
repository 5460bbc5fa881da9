export interface Competency {
  competency: string;
  question: string;
  /** 1 to 5; null if the evidence was insufficient. */
  level: number | null;
  levelText: string;
  /** A quote from the person's answers; null exactly where there is no level. */
  quote: string | null;
  confidence: "low" | "medium" | "high";
  /** What would have earned a higher level. */
  raise: string;
}

export interface Summary {
  summary: string;
  /** HIRE, SECOND_INTERVIEW, NO_HIRE or INSUFFICIENT_EVIDENCE. */
  recommendation: string;
  competencies: Competency[];
  /** Name and version of the method: the same answers and method yield the same report. */
  scorer?: string;
  /** How many answers the person corrected before they were scored. */
  correctedAnswers?: number;
}

type Test = (value: unknown) => boolean;

const TOP_LEVEL = 5;

const isText: Test = (value) => typeof value === "string";
const orNull = (test: Test): Test => (value) => value === null || test(value);
const orNothing = (test: Test): Test => (value) => value === undefined || test(value);
const has = (tests: Record<string, Test>): Test => (value) =>
  typeof value === "object" && value !== null &&
  Object.entries(tests).every(([name, test]) => test((value as Record<string, unknown>)[name]));

const isCompetency = has({
  competency: isText,
  question: isText,
  level: orNull((value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= TOP_LEVEL),
  levelText: isText,
  quote: orNull(isText),
  confidence: (value) => ["low", "medium", "high"].includes(value as string),
  raise: isText,
});

const isSummary = has({
  summary: isText,
  recommendation: isText,
  competencies: orNothing((value) => Array.isArray(value) && value.every(isCompetency)),
  scorer: orNothing(isText),
  correctedAnswers: orNothing((value) => typeof value === "number"),
});

/** Parses an interview's `aiSummary`, which is JSON in a string. Null if missing or invalid. */
export function readSummary(aiSummary: string | null): Summary | null {
  try {
    const read: unknown = JSON.parse(aiSummary ?? "null");
    return isSummary(read) ? { ...(read as Summary), competencies: (read as Partial<Summary>).competencies ?? [] } : null;
  } catch {
    return null;
  }
}

/** Returns the calculation of the score from the levels; null if the score was not calculated that way. */
export function sumOf({ competencies }: Summary, score: number | null): { points: number; most: number } | null {
  const levels = competencies.flatMap(({ level }) => level ?? []);
  const points = levels.reduce((sum, level) => sum + level, 0);
  const most = TOP_LEVEL * levels.length;
  return most > 0 && score === Math.round((100 * points) / most) ? { points, most } : null;
}

import type { QuestionType, StepRecord, UserResponse } from "#/api/types.ts";

export const EXPERIENCE = ["0-1", "2-5", "5+"] as const;
export const AVAILABILITY = ["weekday-mornings", "weekday-evenings", "weekends", "night-shifts", "holidays", "very-flexible"] as const;
export const START_DATES = ["immediately", "within-1-week", "within-2-weeks"] as const;
export const EMPLOYMENT_TYPES = ["full-time", "part-time"] as const;
/** The id of the card about a search that contradicts earlier answers. */
export const CONFLICT = "conflict";
/** US dollars per hour. */
export const RATE = { min: 15, max: 35, default: 20 };

export type EmploymentType = (typeof EMPLOYMENT_TYPES)[number];
export type Experience = (typeof EXPERIENCE)[number];
export type Availability = (typeof AVAILABILITY)[number];
export type StartDate = (typeof START_DATES)[number];

/** The current form; null or empty for unanswered questions. */
export interface Answers {
  employmentType: EmploymentType | null;
  experience: Experience | null;
  availability: Availability[];
  hourlyRate: number;
  startDate: StartDate | null;
  zipCode: string;
}
export type QuestionName = keyof Answers;

/** The form with every question answered. */
export type Complete = { [Name in QuestionName]: NonNullable<Answers[Name]> };

export const UNANSWERED: Answers = {
  employmentType: null,
  experience: null,
  availability: [],
  hourlyRate: RATE.default,
  startDate: null,
  zipCode: "",
};

export type AnswerAction =
  { type: "set"; answer: Partial<Omit<Answers, "availability" | "zipCode">> } | { type: "toggle"; availability: Availability } | { type: "zip"; typed: string };

export function answersReducer(answers: Answers, action: AnswerAction): Answers {
  switch (action.type) {
    case "set":
      return { ...answers, ...action.answer };
    case "toggle":
      return { ...answers, availability: toggled(answers.availability, action.availability) };
    case "zip":
      return { ...answers, zipCode: action.typed };
    default:
      return action satisfies never;
  }
}

function toggled(chosen: Availability[], one: Availability): Availability[] {
  return AVAILABILITY.filter((each) => (each === one ? !chosen.includes(one) : chosen.includes(each)));
}

/** How many questions there are. */
export const QUESTIONS = 6;

/** Returns the unanswered questions, in page order. */
export function unanswered(answers: Answers): QuestionName[] {
  const open: Record<QuestionName, boolean> = {
    employmentType: answers.employmentType === null,
    experience: answers.experience === null,
    availability: answers.availability.length === 0,
    hourlyRate: false,
    startDate: answers.startDate === null,
    zipCode: !mayBePlace(answers.zipCode),
  };
  return (Object.keys(open) as QuestionName[]).filter((name) => open[name]);
}

/** Whether a text may be a zip code, or a place elsewhere: the server reads it, and names its country. */
function mayBePlace(typed: string): boolean {
  return /^\s*\d{5}(?:-\d{4})?\s*$/.test(typed) || (typed.trim().length > 3 && /[^\d\s]|\d\s+\d/.test(typed.trim()));
}

export function isComplete(answers: Answers): answers is Complete {
  return unanswered(answers).length === 0;
}

/** Returns the answers in the server's format: one string per question. */
export function toResponses(answers: Complete): Record<QuestionType, string> {
  return {
    employment_type: answers.employmentType,
    experience: answers.experience,
    availability: answers.availability.join(","),
    hourly_rate: String(answers.hourlyRate),
    start_date: answers.startDate,
    zip_code: answers.zipCode.trim(),
  };
}

/** Returns the form filled from the server's answers. An answer that is no longer offered counts as none. */
export function fromResponses(responses: Pick<UserResponse, "questionType" | "answer">[]): Answers {
  const saved = new Map(responses.map(({ questionType, answer }) => [questionType, answer]));
  const times = saved.get("availability")?.split(",") ?? [];
  return {
    employmentType: oneOf(EMPLOYMENT_TYPES, saved.get("employment_type")),
    experience: oneOf(EXPERIENCE, saved.get("experience")),
    availability: AVAILABILITY.filter((time) => times.includes(time)),
    hourlyRate: rateOf(saved.get("hourly_rate")),
    startDate: oneOf(START_DATES, saved.get("start_date")),
    zipCode: saved.get("zip_code") ?? "",
  };
}

type Said = Pick<UserResponse, "questionType" | "answer">[];

const NAMES: Record<string, QuestionName> = {
  employment_type: "employmentType",
  experience: "experience",
  availability: "availability",
  hourly_rate: "hourlyRate",
  start_date: "startDate",
  zip_code: "zipCode",
} satisfies Record<QuestionType, QuestionName>;

/** Returns the form with the saved answers, completed by answers from the job search. */
export function withOffers(saved: Said, offers: Said): Answers {
  return fromResponses([...offers, ...saved]);
}

/** Returns the form with some answers replaced by those of the job search. */
export function withConflicts(answers: Answers, offers: Said, conflicts: QuestionType[]): Answers {
  const said = fromResponses(offers);
  const taken = conflicts.flatMap((question) => NAMES[question] ?? []);
  return { ...answers, ...Object.fromEntries(taken.map((name) => [name, said[name]])) };
}

/** Returns the questions whose answer still comes from the job search and not from this person. */
export function offeredIn(answers: Answers, saved: Said, offers: Said): QuestionName[] {
  const own = new Set(saved.map(({ questionType }) => questionType));
  const offered = fromResponses(offers);
  return offers
    .filter(({ questionType }) => !own.has(questionType))
    .flatMap(({ questionType }) => NAMES[questionType] ?? [])
    .filter((name) => String(answers[name]) === String(offered[name]));
}

function oneOf<Id extends string>(ids: readonly Id[], answer: string | undefined): Id | null {
  return ids.find((id) => id === answer) ?? null;
}

function rateOf(answer: string | undefined): number {
  const rate = Number(answer);
  return rate >= RATE.min && rate <= RATE.max ? rate : RATE.default;
}

/** The years stored for each range. */
const YEARS: Record<Experience, number> = { "0-1": 0, "2-5": 3, "5+": 5 };

/** The payload of the third step: the answers, and what they say about the profile. */
export function toStep(answers: Complete): StepRecord {
  return {
    step: 3,
    answers: toResponses(answers),
    data: {
      employmentType: answers.employmentType,
      yearsExperience: YEARS[answers.experience],
      expectedPay: `$${answers.hourlyRate}/hour`,
      zipCode: answers.zipCode.trim(),
    },
  };
}

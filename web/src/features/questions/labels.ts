import type { QuestionType } from "#/api/types.ts";
import { formatList } from "#/format/lists.ts";
import { formatDollars } from "#/format/pay.ts";
import { m } from "#/messages.gen/messages.js";
import { AVAILABILITY, type Availability, EMPLOYMENT_TYPES, type EmploymentType, EXPERIENCE, type Experience, START_DATES, type StartDate } from "./answers.ts";

type Words = () => string;

export const EMPLOYMENT_LABELS: Record<EmploymentType, { label: Words; detail: Words }> = {
  "full-time": { label: m.questions_full_time, detail: m.questions_full_time_detail },
  "part-time": { label: m.questions_part_time, detail: m.questions_part_time_detail },
};

export const EXPERIENCE_LABELS: Record<Experience, Words> = {
  "0-1": m.questions_experience_0,
  "2-5": m.questions_experience_2,
  "5+": m.questions_experience_5,
};

export const AVAILABILITY_LABELS: Record<Availability, Words> = {
  "weekday-mornings": m.questions_weekday_mornings,
  "weekday-evenings": m.questions_weekday_evenings,
  weekends: m.questions_weekends,
  "night-shifts": m.questions_night_shifts,
  holidays: m.questions_holidays,
  "very-flexible": m.questions_very_flexible,
};

export const START_LABELS: Record<StartDate, Words> = {
  immediately: m.questions_start_now,
  "within-1-week": m.questions_start_1,
  "within-2-weeks": m.questions_start_2,
};

/** The answer that a search gives to a question. `city`: of the zip code. */
export function formatOffer(question: QuestionType, answer: string, city: string | null): string {
  switch (question) {
    case "hourly_rate":
      return m.questions_rate_value({ pay: formatDollars(Number(answer)) });
    case "zip_code":
      return city ? `${city} (${answer})` : answer;
    case "availability":
      return formatList(
        AVAILABILITY.filter((id) => answer.split(",").includes(id)).map((id) => AVAILABILITY_LABELS[id]()),
        "unit",
      );
    case "employment_type":
      return EMPLOYMENT_TYPES.filter((id) => id === answer)
        .map((id) => EMPLOYMENT_LABELS[id].label())
        .join();
    case "experience":
      return EXPERIENCE.filter((id) => id === answer)
        .map((id) => EXPERIENCE_LABELS[id]())
        .join();
    case "start_date":
      return START_DATES.filter((id) => id === answer)
        .map((id) => START_LABELS[id]())
        .join();
    default:
      return question satisfies never;
  }
}

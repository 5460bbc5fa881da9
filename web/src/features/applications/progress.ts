import type { Application, ApplicationSummary } from "#/api/applications.queries.ts";
import { m } from "#/messages.gen/messages.js";

export type Stage = ApplicationSummary["stage"];

/** The four steps that a candidate sees: sent, watched, meet, offer. */
export const STEPS: readonly (() => string)[] = [m.applications_step_sent, m.applications_step_watched, m.applications_step_meet, m.applications_step_offer];

const REACHED: Record<string, number> = {
  submitted: 0,
  in_review: 1,
  question_asked: 1,
  invited: 2,
  met: 2,
  offered: 3,
  hired: 3,
};

/** The step that an application has reached, from 0; null once it has ended without a job. */
export function stepOf(stage: Stage): number | null {
  return REACHED[stage] ?? null;
}

const NAMES: Record<string, () => string> = {
  submitted: m.applications_stage_submitted,
  in_review: m.applications_stage_in_review,
  question_asked: m.applications_stage_question_asked,
  invited: m.applications_stage_invited,
  met: m.applications_stage_met,
  offered: m.applications_stage_offered,
  hired: m.applications_stage_hired,
  declined: m.applications_stage_declined,
  withdrawn: m.applications_stage_withdrawn,
  closed: m.applications_stage_closed,
};

export function formatStage(stage: Stage): string {
  return NAMES[stage]?.() ?? stage;
}

/** What the candidate does next, as the label of a button. */
export function formatNext(stage: Stage): string {
  switch (stage) {
    case "question_asked":
      return m.applications_next_answer();
    case "invited":
      return m.applications_next_time();
    case "offered":
      return m.applications_next_offer();
    default:
      return m.applications_open();
  }
}

/** How many distinct answers of an application were viewed, with the seconds of the longest view. */
export function viewsByAnswer(application: Application) {
  return application.answers.map((answer) => {
    const views = application.views.filter((view) => view.answer === answer.order);
    const names = [...new Set(views.map(({ name }) => name))];
    const isRead = views.some(({ kind, counts }) => kind === "words" && counts);
    return { answer, names, isRead, seconds: Math.max(0, ...views.map(({ seconds }) => seconds)) };
  });
}

/** What a move's letter said, with the offered times where they were. */
export function paragraphsOf({ letter }: Application["moves"][number]): string[] {
  if (!letter) return [];
  const { paragraphs, times, timesAfter } = letter;
  return [...paragraphs.slice(0, timesAfter), ...times, ...paragraphs.slice(timesAfter)];
}

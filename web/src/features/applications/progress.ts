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

/** Whether the employer says that the candidate did not come. */
export function isNotMet(stage: Stage, lastAction: string | undefined): boolean {
  return stage === "in_review" && lastAction === "no_show";
}

/** Whether they were to meet: none of the offered times worked, or the meeting was canceled or missed. */
export function awaitsTimes(stage: Stage, lastAction: string | undefined): boolean {
  return stage === "in_review" && ["refuse_times", "cancel", "no_show"].includes(lastAction ?? "");
}

/** `lastAction`: the last move, where times may be awaited. `reason`: of its end. */
export function formatStage(stage: Stage, lastAction?: string, reason?: string | null): string {
  if (stage === "closed" && reason === "filled") return m.applications_stage_filled();
  if (stage === "invited" && lastAction === "choose_time") return m.applications_stage_agreed();
  if (isNotMet(stage, lastAction)) return m.applications_stage_no_show();
  if (awaitsTimes(stage, lastAction)) return m.applications_stage_other_times();
  if (stage === "withdrawn" && lastAction === "refuse_offer") return m.applications_stage_refused();
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

/** What a move's letter said, with the offered times where they were. */
export function paragraphsOf({ letter }: Application["moves"][number]): string[] {
  if (!letter) return [];
  const { paragraphs, times, timesAfter } = letter;
  return [...paragraphs.slice(0, timesAfter), ...times, ...paragraphs.slice(timesAfter)];
}

/** The filters of the list as they are in its address, so that Back and a reload keep them. */

import type { ApplicationStage, ListFilters, ListView, SavedView } from "#/api/deskList.queries.ts";
import { m } from "#/messages.gen/messages.js";
import type { PageQuery } from "#/platform/paths.ts";

export const LIST_VIEWS = ["needs_reply", "due_today", "late", "waiting", "meeting_this_week", "all_open", "ended"] as const satisfies readonly ListView[];

export const STAGES = [
  "submitted",
  "in_review",
  "question_asked",
  "invited",
  "met",
  "offered",
  "hired",
  "declined",
  "withdrawn",
  "closed",
] as const satisfies readonly ApplicationStage[];

/** The filters that narrow a view, each with its own control. */
export const NARROWING = ["job", "location", "stage", "member"] as const;

const isOneOf = <One extends string>(known: readonly One[], value: string | undefined): value is One => known.some((one) => one === value);

/** Reads the filters from the query of an address; what it does not know is left out. */
export function readFilters(query: PageQuery<"/desk/applications">): ListFilters & { view: ListView } {
  const { view, stage } = query;
  const filters: ListFilters & { view: ListView } = { view: isOneOf(LIST_VIEWS, view) ? view : "needs_reply" };
  if (isOneOf(STAGES, stage)) filters.stage = stage;
  for (const name of ["job", "location", "member", "search"] as const) {
    const value = query[name];
    if (value) filters[name] = value;
  }
  if (query.sort === "newest") filters.sort = "newest";
  return filters;
}

/** The query of an address with these filters, without what is empty or the default. */
export function writeFilters(filters: ListFilters): PageQuery<"/desk/applications"> {
  return Object.fromEntries(given(filters));
}

/** The same as one text, in the address of a person's page. */
export const filtersText = (filters: ListFilters): string => new URLSearchParams(given(filters)).toString();

export const filtersOfText = (text: string): ReturnType<typeof readFilters> => readFilters(Object.fromEntries(new URLSearchParams(text)));

function given(filters: ListFilters): [string, string][] {
  const isGiven = ([name, value]: [string, unknown]) => value && value !== "reply_by" && !(name === "view" && value === "needs_reply");
  return Object.entries(filters).filter(isGiven) as [string, string][];
}

/** The filters of a saved view, without those that are empty. */
export function filtersOf({ filters }: SavedView): ListFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as ListFilters;
}

/** Whether two sets of filters show the same. */
export function areSame(one: ListFilters, other: ListFilters): boolean {
  const sorted = (filters: ListFilters) =>
    given(filters)
      .sort(([a], [b]) => a.localeCompare(b))
      .join("&");
  return sorted(one) === sorted(other);
}

export const formatView = (view: ListView): string => VIEW_NAMES[view]();

const VIEW_NAMES: Record<ListView, () => string> = {
  needs_reply: m.desk_list_view_needs_reply,
  due_today: m.desk_list_view_due_today,
  late: m.desk_list_view_late,
  waiting: m.desk_list_view_waiting,
  meeting_this_week: m.desk_list_view_meeting_this_week,
  all_open: m.desk_list_view_all_open,
  ended: m.desk_list_view_ended,
};

/** Returns the stage's name; of one that this version doesn't know, its key. */
export function formatStage(stage: string): string {
  const names: Partial<Record<string, () => string>> = STAGE_NAMES;
  return names[stage]?.() ?? stage;
}

const STAGE_NAMES: Record<ApplicationStage, () => string> = {
  submitted: m.desk_list_stage_submitted,
  in_review: m.desk_list_stage_in_review,
  question_asked: m.desk_list_stage_question_asked,
  invited: m.desk_list_stage_invited,
  met: m.desk_list_stage_met,
  offered: m.desk_list_stage_offered,
  hired: m.desk_list_stage_hired,
  declined: m.desk_list_stage_declined,
  withdrawn: m.desk_list_stage_withdrawn,
  closed: m.desk_list_stage_closed,
};

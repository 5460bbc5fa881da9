/** The job that somebody wanted to apply for before they had an account or matches. Kept until the tab closes. */
import { type AppPath, pathTo } from "#/platform/paths.ts";

import { dropDraft, keepDraft, readDraft, VISITOR } from "#/platform/drafts.ts";

const NAME = "wanted-job";
const ID = /^[\w-]{1,36}$/;

export function wantedJob(): string | null {
  return readDraft<string>(VISITOR, NAME);
}

/** Keeps the job of `?apply=` in a page's query; without one, the former stays. */
export function keepWantedJob(id: string | undefined): void {
  if (id !== undefined && ID.test(id)) keepDraft(VISITOR, NAME, id);
}

export function dropWantedJob(): void {
  dropDraft(VISITOR, NAME);
}

/** The page that opens the sheet to apply for a job. */
export function pathToApply(id: string): AppPath {
  return pathTo("/matches", { apply: id });
}

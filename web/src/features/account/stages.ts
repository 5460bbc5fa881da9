import type { AppPath } from "#/platform/paths.ts";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";

export interface Stage {
  name: string;
  state: "done" | "now" | "later";
  /** The page where its answers can be changed once it is done. */
  changeAt: AppPath | null;
}

/** Returns the four stages with this person's progress. Having an account completes the first. */
export function stagesOf(user: User): Stage[] {
  const current = user.flowCompleted ? 5 : Math.min(user.currentStep + 1, 4);
  const all: Pick<Stage, "name" | "changeAt">[] = [
    { name: m.ui_stage_1(), changeAt: null },
    { name: m.ui_stage_2(), changeAt: "/job-search" },
    { name: m.ui_stage_3(), changeAt: "/quick-questions" },
    { name: m.ui_stage_4(), changeAt: null },
  ];
  return all.map(({ name, changeAt }, index) => {
    const state = stateOf(index + 1, current);
    return { name, state, changeAt: state === "done" ? changeAt : null };
  });
}

function stateOf(stage: number, current: number): Stage["state"] {
  if (stage < current) return "done";
  return stage === current ? "now" : "later";
}

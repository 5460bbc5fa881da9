import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import type { AppPath } from "#/platform/paths.ts";
import { homeOf } from "#/session/steps.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { type NextStep, NextSteps } from "#/ui/NextSteps/NextSteps.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

interface Stage {
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

/** The four stages with their progress, and a button to continue. */
export function GetStarted({ user }: { user: User }) {
  const name = user.firstName;
  const done = user.flowCompleted;
  return (
    <Stack gap="l">
      <Stack gap="xs">
        <Heading level={1}>{done ? m.account_start_title_done({ name }) : m.account_start_title({ name })}</Heading>
        <Text quiet>{done ? m.account_start_lead_done() : m.account_start_lead()}</Text>
      </Stack>
      <Card>
        <NextSteps steps={stagesOf(user).map(inList)} />
      </Card>
      <Button full href={homeOf(user)}>
        {done ? m.account_start_dashboard() : m.account_start_continue()}
      </Button>
    </Stack>
  );
}

function inList({ name, state, changeAt }: Stage): NextStep {
  const change = changeAt && (
    <TextLink href={changeAt} aria-label={m.account_start_change_label({ stage: name })}>
      {m.account_start_change()}
    </TextLink>
  );
  return { title: name, state, detail: change };
}

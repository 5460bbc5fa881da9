import { homeOf } from "#/session/steps.ts";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { type NextStep, NextSteps } from "#/ui/NextSteps/NextSteps.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { type Stage, stagesOf } from "./stages.ts";

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

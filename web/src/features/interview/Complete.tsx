import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { Art } from "#/ui/Art/Art.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { type NextStep, NextSteps } from "#/ui/NextSteps/NextSteps.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

type CompleteProps = {
  /** The person's first name. */
  name: string;
  /** Whether updates also come to a phone. */
  texts: boolean;
  /** Whether the AI scores the answers; undefined while unknown. */
  scored: boolean | undefined;
  /** The number of open applications; undefined while unknown. */
  sent: number | undefined;
  /** What the person can do with the interview now. */
  children?: ReactNode;
};

/** The thank-you page: thanks and next steps. */
export function Complete({ name, texts, scored, sent, children }: CompleteProps) {
  return (
    <>
      <Column>
        <Stack gap="l">
          <Art name="sun" size="xl" />
          <Stack gap="s">
            <Heading level={1}>{m.interview_complete_title({ name })}</Heading>
            <Text size="lead" quiet>
              {texts ? m.interview_complete_lead() : m.interview_complete_lead_email()}
            </Text>
          </Stack>
          <section>
            <Heading level={2} size={3}>
              {m.interview_complete_next()}
            </Heading>
            <NextSteps steps={stepsAfter(scored, sent)} />
          </section>
          {children}
          {sent === 0 && (
            <Button full variant="second" href="/dashboard">
              {m.interview_complete_dashboard()}
            </Button>
          )}
        </Stack>
      </Column>
      {sent !== 0 && (
        <BottomBar>
          <Button full href="/dashboard">
            {m.interview_complete_dashboard()}
          </Button>
        </BottomBar>
      )}
    </>
  );
}

/** A person decides only once somebody has the interview. */
function stepsAfter(scored: boolean | undefined, sent: number | undefined): NextStep[] {
  const scores: NextStep = scored
    ? { title: m.interview_complete_scores(), detail: m.interview_complete_scores_text(), state: "later" }
    : { title: m.interview_complete_unscored(), detail: m.interview_complete_unscored_text(), state: "later" };
  const steps: NextStep[] = [{ title: m.interview_complete_in(), state: "done" }, ...(scored === undefined ? [] : [scores])];
  if (sent === undefined) return steps;
  if (sent === 0) return [...steps, { title: m.interview_complete_send(), detail: m.interview_complete_send_text(), state: "now" }];
  return [
    ...steps,
    { title: m.interview_complete_sent({ count: sent }), state: "done" },
    { title: m.interview_complete_decision(), detail: m.interview_complete_decision_text(), state: "now" },
  ];
}

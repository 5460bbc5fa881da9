import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { Art } from "#/ui/Art/Art.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { NextSteps } from "#/ui/NextSteps/NextSteps.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

type CompleteProps = {
  /** The person's first name. */
  name: string;
  /** Whether the AI scores the answers; undefined while unknown. */
  scored: boolean | undefined;
  /** What the person can do with the interview now. */
  children?: ReactNode;
};

/** The thank-you page: thanks and next steps. */
export function Complete({ name, scored, children }: CompleteProps) {
  const scores = { title: m.interview_complete_scores(), detail: m.interview_complete_scores_text() };
  const person = { title: m.interview_complete_unscored(), detail: m.interview_complete_unscored_text() };
  return (
    <>
      <Column>
        <Stack gap="l">
          <Art name="sun" size="xl" />
          <Stack gap="s">
            <Heading level={1}>{m.interview_complete_title({ name })}</Heading>
            <Text size="lead" quiet>
              {m.interview_complete_lead()}
            </Text>
          </Stack>
          {children}
          <section>
            <Heading level={2} size={3}>
              {m.interview_complete_next()}
            </Heading>
            <NextSteps
              steps={[
                { title: m.interview_complete_in(), state: "done" },
                ...(scored === undefined ? [] : [{ ...(scored ? scores : person), state: "now" as const }]),
                {
                  title: m.interview_complete_decision(),
                  detail: m.interview_complete_decision_text(),
                  state: "later",
                },
              ]}
            />
          </section>
        </Stack>
      </Column>
      <BottomBar>
        <Button full href="/dashboard">
          {m.interview_complete_dashboard()}
        </Button>
      </BottomBar>
    </>
  );
}

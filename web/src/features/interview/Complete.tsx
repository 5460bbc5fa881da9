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
  /** Whether the AI scores the answers, or has, or has read them and is sure of no level; undefined while unknown. */
  scored: boolean | "done" | "unsure" | undefined;
  /** The number of open applications; undefined while unknown. */
  sent: number | undefined;
  /** How many were sent and not taken back. */
  all?: number | undefined;
  /** Whether one of them led to a job. */
  hired?: boolean;
  /** Everything is going to be deleted: nothing can be sent. */
  leaving?: boolean;
  /** What the person can do with the interview now. */
  children?: ReactNode;
};

/** The thank-you page: thanks and next steps. */
export function Complete({ name, texts, scored, sent, all = sent, hired = false, leaving = false, children }: CompleteProps) {
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
            <NextSteps steps={stepsAfter(scored, leaving && sent === 0 ? undefined : sent, hired, all)} />
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
function stepsAfter(scored: CompleteProps["scored"], sent: number | undefined, hired: boolean, all = 0): NextStep[] {
  const read = scored === "done" || scored === "unsure";
  const here = scored === "unsure" ? m.dashboard_next_reported() : m.interview_complete_scored();
  const done: NextStep = { title: here, detail: m.interview_complete_scored_text(), state: "done" };
  const awaited: NextStep = scored
    ? { title: m.interview_complete_scores(), detail: m.interview_complete_scores_text(), state: "later" }
    : { title: m.interview_complete_unscored(), detail: m.interview_complete_unscored_text(), state: "later" };
  const steps: NextStep[] = [{ title: m.interview_complete_in(), state: "done" }, ...(scored === undefined ? [] : [read ? done : awaited])];
  if (sent === undefined) return steps;
  const again = hired ? m.interview_complete_hired_text() : m.interview_complete_send_again_text();
  if (sent === 0 && all > 0) return [...steps, { title: m.interview_complete_send_again(), detail: again, state: "now" }];
  if (sent === 0) return [...steps, { title: m.interview_complete_send(), detail: m.interview_complete_send_text(), state: "now" }];
  return [
    ...steps,
    { title: m.interview_complete_sent({ count: all }), state: "done" },
    { title: m.interview_complete_decision(), detail: m.interview_complete_decision_text(), state: "now" },
  ];
}

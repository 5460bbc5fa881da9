import { useEffect, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { practise, type Practice } from "../browser/practice.ts";
import type { Capture } from "../model/ports.ts";
import styles from "./Devices.module.css";

type State = { at: "idle" } | { at: "recording"; practice: Practice } | { at: "heard"; practice: Practice; url: string } | { at: "impossible" };

/** A warm-up question. The recording is played back here only and is discarded with the page. */
export function PracticeQuestion({ capture }: { capture: Capture }) {
  const [state, setState] = useState<State>({ at: "idle" });
  const practice = "practice" in state ? state.practice : null;
  useEffect(() => () => practice?.forget(), [practice]);

  function start(): void {
    try {
      const practice = practise(capture);
      setState({ at: "recording", practice });
      void practice.ended.then((url) => setState({ at: "heard", practice, url }));
    } catch {
      setState({ at: "impossible" });
    }
  }
  return (
    <Card as="section">
      <Stack gap="s">
        <Heading level={2} size={3}>
          {m.interview_practice_title()}
        </Heading>
        <Text strong>{m.interview_practice_question()}</Text>
        <Text size="small" quiet>
          {m.interview_practice_text()}
        </Text>
        {state.at === "heard" && <video controls playsInline src={state.url} aria-label={m.interview_practice_yours()} className={styles.heard} />}
        {state.at === "impossible" && <Text>{m.interview_practice_impossible()}</Text>}
        {state.at === "recording" ? (
          <Button variant="second" onClick={state.practice.stop}>
            {m.interview_practice_stop()}
          </Button>
        ) : (
          <Button variant="second" disabled={state.at === "impossible"} onClick={start}>
            {state.at === "heard" ? m.interview_practice_again() : m.interview_practice_start()}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

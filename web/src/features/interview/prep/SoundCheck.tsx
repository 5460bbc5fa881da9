import { useEffect, useState } from "react";
import { checkSound, type SoundHeard } from "#/api/soundCheck.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { recordSound, type SoundRecording } from "../browser/soundCheck.ts";
import type { Capture } from "../model/ports.ts";

type State =
  | { at: "idle" }
  | { at: "recording"; recording: SoundRecording }
  | { at: "waiting"; cancel: AbortController }
  | { at: "heard"; heard: SoundHeard }
  | { at: "impossible" };

type SoundCheckProps = {
  capture: Capture;
  /** The version of the consent text that the person has agreed to. */
  version: string;
  /** Where the sound is sent on to; null if it stays on our server. */
  host: string | null;
};

/** A few seconds of speech, which the server writes down: the person sees whether it understands them. Never an obstacle. */
export function SoundCheck({ capture, version, host }: SoundCheckProps) {
  const [state, setState] = useState<State>({ at: "idle" });
  useEffect(
    () => () => {
      if (state.at === "recording") state.recording.abandon();
      if (state.at === "waiting") state.cancel.abort();
    },
    [state],
  );

  async function send(sound: string | null): Promise<void> {
    const cancel = new AbortController();
    setState({ at: "waiting", cancel });
    try {
      const heard = sound === null ? null : await checkSound(version, sound, cancel.signal);
      if (!cancel.signal.aborted) setState(heard ? { at: "heard", heard } : { at: "idle" });
    } catch {
      // Offline, too many tries, or a new consent text: the interview shows it if it matters there.
      if (!cancel.signal.aborted) setState({ at: "idle" });
    }
  }

  function start(): void {
    try {
      const recording = recordSound(capture);
      setState({ at: "recording", recording });
      void recording.ended.then(send);
    } catch {
      setState({ at: "impossible" });
    }
  }

  if (state.at === "impossible") return null;
  return (
    <Card as="section">
      <Stack gap="s">
        <Heading level={2} size={3}>
          {m.interview_sound_title()}
        </Heading>
        <Text strong>{m.interview_sound_say()}</Text>
        <Text size="small" quiet>
          {host === null ? m.interview_sound_text() : m.interview_sound_text_host({ host })}
        </Text>
        <div role="status">
          {state.at === "recording" && <Text>{m.interview_sound_recording()}</Text>}
          {state.at === "waiting" && <Text>{m.interview_sound_waiting()}</Text>}
          {state.at === "heard" && <Result heard={state.heard} />}
        </div>
        {state.at === "recording" ? (
          <Button variant="second" onClick={state.recording.stop}>
            {m.interview_sound_stop()}
          </Button>
        ) : (
          <Button variant="second" busy={state.at === "waiting"} onClick={start}>
            {state.at === "heard" ? m.interview_sound_again() : m.interview_sound_start()}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

function Result({ heard: { understood, text, language } }: { heard: SoundHeard }) {
  if (understood === "silent") return <Text strong>{m.interview_sound_silent()}</Text>;
  if (understood === "unclear") return <Text strong>{m.interview_sound_unclear()}</Text>;
  const [before, after] = m.interview_sound_heard({ text: "\n" }).split("\n");
  return (
    <Text strong>
      {before}
      <span lang={language ?? undefined}>{text}</span>
      {after}
    </Text>
  );
}

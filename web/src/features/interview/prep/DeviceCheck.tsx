import { lazy, Suspense, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Tick, CheckList } from "#/ui/CheckList/CheckList.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import type { Camera } from "../model/ports.ts";
import { Devices } from "./Devices.tsx";
import { OtherWays } from "./OtherWays.tsx";
import { Pickers } from "./Pickers.tsx";
import { PracticeQuestion } from "./PracticeQuestion.tsx";
import { useDeviceCheck } from "./useDeviceCheck.ts";

/** Lazy-loaded once a microphone is open. If that fails, the page goes on without it. */
const SoundCheck = lazy(() =>
  import("./SoundCheck.tsx").then(
    ({ SoundCheck }) => ({ default: SoundCheck }),
    () => ({ default: () => null }),
  ),
);

type DeviceCheckProps = {
  camera: Camera;
  /** For the sound check; null where the server transcribes nothing. */
  sound: { version: string; host: string | null } | null;
  onStart: () => void;
  onBack: () => void;
  starting: boolean;
};

/** Device check, tips, and the start button, which stays enabled when the check fails. */
export function DeviceCheck({ camera, sound, onStart, onBack, starting }: DeviceCheckProps) {
  const { state, allowed, retry } = useDeviceCheck(camera);
  const [ready, setReady] = useState(false);
  return (
    <>
      <Column>
        <Stack gap="l">
          <Stack gap="xs">
            <Heading level={1} autoFocus>
              {m.interview_check_title()}
            </Heading>
            <Text quiet>{sound ? m.interview_check_lead_sound() : m.interview_check_lead()}</Text>
          </Stack>
          <Devices state={state} onRetry={retry} />
          {allowed && <Pickers onChosen={retry} />}
          <Suspense>{state.at === "open" && sound && <SoundCheck capture={state.capture} {...sound} />}</Suspense>
          {state.at === "open" && <PracticeQuestion capture={state.capture} />}
          <Tips />
          <OtherWays />
          <Row wrap spread>
            <TextLink href="/matching">{m.interview_go_back()}</TextLink>
            <TextLink onClick={onBack}>{m.interview_check_consent()}</TextLink>
          </Row>
        </Stack>
      </Column>
      <BottomBar>
        <OptionCard
          type="checkbox"
          bare
          label={m.interview_prep_ready()}
          checked={ready}
          onChange={(event) => setReady(event.currentTarget.checked)}
        />
        <Button full disabled={!ready} busy={starting} onClick={onStart}>
          {m.interview_prep_start()}
        </Button>
      </BottomBar>
    </>
  );
}

function Tips() {
  return (
    <Callout as="section">
      <Stack gap="xs">
        <Heading level={2} size={3}>
          {m.interview_tips_title()}
        </Heading>
        <CheckList>
          <Tick>{m.interview_tips_light()}</Tick>
          <Tick>{m.interview_tips_story()}</Tick>
          <Tick>{m.interview_tips_typing()}</Tick>
        </CheckList>
      </Stack>
    </Callout>
  );
}

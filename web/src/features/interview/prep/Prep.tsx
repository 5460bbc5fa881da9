import { useRef, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { CheckList, Tick } from "#/ui/CheckList/CheckList.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import type { GivenConsent } from "../browser/consent.ts";
import type { Camera } from "../model/ports.ts";
import { ConsentCard, Lead, type Terms } from "./ConsentForm.tsx";
import { DeviceCheck } from "./DeviceCheck.tsx";
import { OtherWays } from "./OtherWays.tsx";

type PrepProps = {
  camera: Camera;
  terms: Terms;
  /** Called when the person has agreed and is ready. */
  onStart: (consent: GivenConsent) => void;
  starting: boolean;
};

/** The consent, and below it the device check once the recording is agreed to. No device is opened before. */
export function Prep({ camera, terms, onStart, starting }: PrepProps) {
  const [recording, setRecording] = useState(false);
  const [aiScoring, setAiScoring] = useState(false);
  const [missing, setMissing] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const agreed = recording && terms.state === "ready" ? terms : null;

  function showBox(): void {
    setMissing(true);
    box.current?.scrollIntoView({ block: "center" });
    box.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <Column>
        <Stack gap="l">
          <Lead />
          <ConsentCard
            terms={terms}
            box={box}
            recording={recording}
            missing={missing && !recording}
            onRecording={setRecording}
            aiScoring={aiScoring}
            onAiScoring={setAiScoring}
          />
          {agreed && (
            <DeviceCheck camera={camera} sound={agreed.transcribes ? { version: agreed.version, host: agreed.transcriberHost } : null} />
          )}
          <Tips />
          <OtherWays />
          <TextLink href="/matching">{m.interview_go_back()}</TextLink>
        </Stack>
      </Column>
      <BottomBar>
        <Button full disabled={!agreed} busy={starting} onClick={() => agreed && onStart({ version: agreed.version, aiScoring })}>
          {m.interview_prep_start()}
        </Button>
        {/* The box may be far from the button, or outside the visible part of the page. */}
        {!recording && (
          <TextLink center onClick={showBox}>
            {m.interview_consent_first()}
          </TextLink>
        )}
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

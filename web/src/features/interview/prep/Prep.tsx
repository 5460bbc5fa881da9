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
import { Lead, type Terms } from "./ConsentForm.tsx";
import { OtherWays } from "./OtherWays.tsx";
import { useAgreement } from "./useAgreement.tsx";

type PrepProps = {
  camera: Camera;
  terms: Terms;
  /** Called when the person has agreed and is ready. */
  onStart: (consent: GivenConsent) => void;
  starting: boolean;
};

/** The page before the interview. */
export function Prep({ camera, terms, onStart, starting }: PrepProps) {
  const { given, card, showBox } = useAgreement(camera, terms);
  return (
    <>
      <Column>
        <Stack gap="l">
          <Lead />
          {card}
          <Tips />
          <OtherWays />
          <TextLink href="/matching">{m.interview_go_back()}</TextLink>
        </Stack>
      </Column>
      <BottomBar>
        <Button full disabled={!given} busy={starting} onClick={() => given && onStart(given)}>
          {m.interview_prep_start()}
        </Button>
        {/* The box may be far from the button, or outside the visible part of the page. */}
        {showBox && (
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

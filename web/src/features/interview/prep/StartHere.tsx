import { useEffect, useEffectEvent } from "react";
import { m } from "#/messages.gen/messages.js";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { browserCamera } from "../browser/camera.ts";
import { OtherWays } from "./OtherWays.tsx";
import { useAgreement } from "./useAgreement.tsx";
import { useStart } from "./useStart.ts";

interface StartHereProps {
  className: string | undefined;
  /** Called with what starts the interview, or null until the person has agreed to the recording. */
  onReady: (start: (() => void) | null) => void;
}

/**
 * The consent as a part of another page, so that its button starts the interview. Renders nothing for a person who has
 * had an interview: the preparation page knows what to do with it.
 */
export default function StartHere({ className, onReady }: StartHereProps) {
  const { terms, interviews, start, isStarting } = useStart();
  const { given, card } = useAgreement(browserCamera, terms);
  const isReady = given !== null && !isStarting;
  const tell = useEffectEvent(() => onReady(isReady ? () => start(given) : null));
  useEffect(() => tell(), [isReady, given?.aiScoring]);
  if (interviews?.length !== 0) return null;
  return (
    <Stack as="section" gap="l" className={className}>
      <Stack gap="xs">
        <Heading level={2}>{m.interview_prep_title()}</Heading>
        <Text quiet>{m.interview_prep_lead()}</Text>
      </Stack>
      {card}
      <OtherWays />
    </Stack>
  );
}

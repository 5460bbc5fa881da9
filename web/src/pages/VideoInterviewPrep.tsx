import { useEffect, useEffectEvent } from "react";
import { browserCamera } from "#/features/interview/browser/camera.ts";
import { enterAtOnce, unlockVoice } from "#/features/interview/browser/consent.ts";
import { OtherWays } from "#/features/interview/prep/OtherWays.tsx";
import { Prep } from "#/features/interview/prep/Prep.tsx";
import { Resume } from "#/features/interview/prep/Resume.tsx";
import { useAgreement } from "#/features/interview/prep/useAgreement.tsx";
import { useStart } from "#/features/interview/prep/useStart.ts";
import type { ConsentProps } from "#/features/matching/Found.tsx";
import { m } from "#/messages.gen/messages.js";
import { pathTo, useNavigate, usePageQuery } from "#/platform/paths.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

export default function VideoInterviewPrepPage() {
  const navigate = useNavigate();
  const { interview: wanted } = usePageQuery("/video-interview-prep");
  const { interviews, terms, start, isStarting } = useStart(wanted);

  function resume(interview: string): void {
    unlockVoice();
    enterAtOnce();
    navigate(pathTo("/live-interview", { interview }));
  }

  const current = interviews?.find(({ status, consentVersion }) => status === "in-progress" && consentVersion);
  if (current) return <Resume job={current.jobTitle} onResume={() => resume(current.id)} />;
  return <Prep camera={browserCamera} terms={terms} onStart={start} starting={isStarting} />;
}

/**
 * The consent as a part of the matches, whose button then starts the interview. Once a box is checked, the button asks for the
 * missing one: the page above would begin with empty boxes. Renders nothing for a person who has had an interview: the page
 * above knows what to do with it. It is in this file because the matches prefetch it anyway.
 */
export function StartHere({ className, onReady }: ConsentProps) {
  const { terms, interviews, start, isStarting } = useStart();
  const { given, begun, card, showBox } = useAgreement(browserCamera, terms);
  const tell = useEffectEvent(() => onReady(given ? { go: () => start(given), busy: isStarting } : begun && showBox ? { go: showBox, busy: false } : null));
  const agreed = given !== null;
  useEffect(() => tell(), [agreed, begun, isStarting, given?.aiScoring]);
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

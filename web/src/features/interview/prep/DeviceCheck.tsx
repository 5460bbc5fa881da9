import { type ComponentType, lazy, Suspense } from "react";
import { m } from "#/messages.gen/messages.js";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import type { Camera, Capture } from "../model/ports.ts";
import { Devices } from "./Devices.tsx";
import { Pickers } from "./Pickers.tsx";
import { useDeviceCheck } from "./useDeviceCheck.ts";

/** Both are lazy-loaded once a microphone is open. If that fails, the page goes on without them. */
const PracticeQuestion = lazy<ComponentType<{ capture: Capture }>>(() =>
  import("./PracticeQuestion.tsx").then(
    ({ PracticeQuestion }) => ({ default: PracticeQuestion }),
    () => ({ default: () => null }),
  ),
);
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
};

/** Shows camera and microphone at work. The person can start without them. */
export function DeviceCheck({ camera, sound }: DeviceCheckProps) {
  const { state, allowed, retry } = useDeviceCheck(camera);
  return (
    <Stack as="section" gap="l">
      <Stack gap="xs">
        <Heading level={2}>{m.interview_check_title()}</Heading>
        <Text quiet>{sound ? m.interview_check_lead_sound() : m.interview_check_lead()}</Text>
      </Stack>
      <Devices state={state} onRetry={retry} />
      {allowed && <Pickers onChosen={retry} />}
      <Suspense>{state.at === "open" && sound && <SoundCheck capture={state.capture} {...sound} />}</Suspense>
      <Suspense>{state.at === "open" && <PracticeQuestion capture={state.capture} />}</Suspense>
    </Stack>
  );
}

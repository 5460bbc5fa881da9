import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { chooseDevice, chosenDevices, type DeviceKind, listDevices } from "#/features/interview/browser/devices.ts";
import type { Camera, Capture } from "#/features/interview/model/ports.ts";
import { m } from "#/messages.gen/messages.js";
import { Field } from "#/ui/Field/Field.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Devices } from "./Devices.tsx";
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

/**
 * Camera and microphone selection, where there is more than one. `onChosen` reopens them. It stays on the page meanwhile,
 * so that the field keeps the focus, and so that a device that cannot be opened can be replaced.
 */
function Pickers({ onChosen }: { onChosen: () => void }) {
  return (
    <Stack gap="s">
      <Picker kind="videoinput" label={m.interview_check_which_camera()} onChosen={onChosen} />
      <Picker kind="audioinput" label={m.interview_check_which_microphone()} onChosen={onChosen} />
    </Stack>
  );
}

function Picker({ kind, label, onChosen }: { kind: DeviceKind; label: string; onChosen: () => void }) {
  const [devices, setDevices] = useState<{ id: string; name: string }[]>([]);
  useEffect(() => {
    let wanted = true;
    void listDevices(kind).then((found) => wanted && setDevices(found));
    return () => {
      wanted = false;
    };
  }, [kind]);
  if (devices.length < 2) return null;
  const choose = (id: string) => {
    chooseDevice(kind, id);
    onChosen();
  };
  return (
    <Field label={label}>
      {(ids) => (
        <select {...ids} value={chosenDevices()[kind] ?? devices[0]?.id} onChange={(event) => choose(event.currentTarget.value)}>
          {devices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

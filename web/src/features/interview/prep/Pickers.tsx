import { useEffect, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { Field } from "#/ui/Field/Field.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { chooseDevice, chosenDevices, type DeviceKind, listDevices } from "../browser/devices.ts";

/**
 * Camera and microphone selection, where there is more than one. `onChosen` reopens them. It stays on the page meanwhile,
 * so that the field keeps the focus, and so that a device that cannot be opened can be replaced.
 */
export function Pickers({ onChosen }: { onChosen: () => void }) {
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

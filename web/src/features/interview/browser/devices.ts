import { readItem, writeItem } from "#/platform/storage.ts";

const KEY = "interviewDevices";

export type DeviceKind = "videoinput" | "audioinput";

/** The selected camera and microphone, by device ID. */
export type Chosen = Partial<Record<DeviceKind, string>>;

export function chosenDevices(): Chosen {
  try {
    return (JSON.parse(readItem(KEY) ?? "{}") as Chosen | null) ?? {};
  } catch {
    return {};
  }
}

/** Applies from the next opening. A device that is gone by then falls back to the default. */
export function chooseDevice(kind: DeviceKind, id: string): void {
  writeItem(KEY, JSON.stringify({ ...chosenDevices(), [kind]: id }));
}

/** Lists the available devices. Browsers reveal names only while a camera or microphone is open. */
export async function listDevices(kind: DeviceKind): Promise<{ id: string; name: string }[]> {
  const media = navigator.mediaDevices as MediaDevices | undefined;
  const all = (await media?.enumerateDevices().catch(() => [])) ?? [];
  return all.filter((device) => device.kind === kind && device.deviceId && device.label).map(({ deviceId: id, label: name }) => ({ id, name }));
}

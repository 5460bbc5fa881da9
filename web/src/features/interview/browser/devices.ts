import { readItem, writeItem } from "#/platform/storage.ts";

const KEY = "interviewDevices";

export type DeviceKind = "videoinput" | "audioinput";

/** Which camera and microphone this person wants, by their ids. */
export type Chosen = Partial<Record<DeviceKind, string>>;

export function chosenDevices(): Chosen {
  try {
    return (JSON.parse(readItem(KEY) ?? "{}") as Chosen | null) ?? {};
  } catch {
    return {};
  }
}

/** From the next opening on. A device that is gone by then is replaced by what there is. */
export function chooseDevice(kind: DeviceKind, id: string): void {
  writeItem(KEY, JSON.stringify({ ...chosenDevices(), [kind]: id }));
}

/** What there is to choose from. Only an open camera or microphone makes the browser tell names. */
export async function listDevices(kind: DeviceKind): Promise<{ id: string; name: string }[]> {
  const media = navigator.mediaDevices as MediaDevices | undefined;
  const all = (await media?.enumerateDevices().catch(() => [])) ?? [];
  return all
    .filter((device) => device.kind === kind && device.deviceId && device.label)
    .map(({ deviceId: id, label: name }) => ({ id, name }));
}

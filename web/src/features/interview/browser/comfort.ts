import type { Comfort, ComfortStore } from "../model/ports.ts";
import { readItem, writeItem } from "#/platform/storage.ts";

const KEY = "interviewComfort";
const USUAL: Comfort = { voice: "normal", camera: true, moreTime: false };
const VOICES = new Set<unknown>(["normal", "slow", "off"]);

/** Remembered in this browser: it belongs to the person and their phone, and to nobody who scores. */
export const browserComfort: ComfortStore = {
  load() {
    const stored = parsed(readItem(KEY));
    return {
      voice: VOICES.has(stored.voice) ? (stored.voice as Comfort["voice"]) : USUAL.voice,
      camera: stored.camera !== false,
      moreTime: stored.moreTime === true,
    };
  },
  keep: (comfort) => writeItem(KEY, JSON.stringify(comfort)),
};

function parsed(text: string | null): Partial<Comfort> {
  try {
    return (JSON.parse(text ?? "{}") as Partial<Comfort> | null) ?? {};
  } catch {
    return {};
  }
}

import type { InterviewPreferences, PreferencesStore } from "../model/ports.ts";
import { readItem, writeItem } from "#/platform/storage.ts";

const KEY = "interviewComfort";
const USUAL: InterviewPreferences = { voice: "normal", camera: true, moreTime: false };
const VOICES = new Set<unknown>(["normal", "slow", "off"]);

/** Stored in this browser only, so that it stays private and never reaches scoring. */
export const browserPreferences: PreferencesStore = {
  load() {
    const stored = parsed(readItem(KEY));
    return {
      voice: VOICES.has(stored.voice) ? (stored.voice as InterviewPreferences["voice"]) : USUAL.voice,
      camera: stored.camera !== false,
      moreTime: stored.moreTime === true,
    };
  },
  keep: (preferences) => writeItem(KEY, JSON.stringify(preferences)),
};

function parsed(text: string | null): Partial<InterviewPreferences> {
  try {
    return (JSON.parse(text ?? "{}") as Partial<InterviewPreferences> | null) ?? {};
  } catch {
    return {};
  }
}

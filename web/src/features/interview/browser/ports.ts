import type { InterviewApi, Ports } from "../model/ports.ts";
import { browserCamera } from "./camera.ts";
import { browserPreferences } from "./preferences.ts";
import { laterListener } from "./laterListener.ts";
import { browserPresence } from "./presence.ts";
import { browserRecorder } from "./recorder.ts";
import { uploadsOf } from "./uploadQueue.ts";
import { browserSpeaker } from "./voice.ts";
import { browserWakeLock } from "./wakeLock.ts";

/** The ports implemented with this browser and the server behind `api`. */
export function browserPorts(userId: string, api: InterviewApi): Ports {
  return {
    api,
    camera: browserCamera,
    recorder: browserRecorder,
    queue: uploadsOf(userId),
    speaker: browserSpeaker,
    listener: laterListener(async () => (await import("./speechRecognition.ts")).browserListener),
    wakeLock: browserWakeLock,
    presence: browserPresence,
    preferences: browserPreferences,
    clock: { now: () => performance.now() },
  };
}

import type { InterviewApi, Listener, Ports } from "#/features/interview/model/ports.ts";
import { browserCamera } from "./camera.ts";
import { browserPreferences } from "./preferences.ts";
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

/** Lazily loads a listener: the room opens without it, and many browsers never use it. */
export function laterListener(load: () => Promise<Listener>): Listener {
  const loading = load();
  // Errors are reported to the caller that listens.
  loading.catch(() => {});
  return {
    listen(loudness, on) {
      let end: "stop" | "abort" | undefined;
      const listening = loading.then((listener) => (end ? undefined : listener.listen(loudness, on)));
      listening.catch(() => end ?? on.unavailable("failed"));
      const finish = (how: "stop" | "abort") => {
        end = how;
        void listening.then((real) => real?.[how]()).catch(() => {});
      };
      return { stop: () => finish("stop"), abort: () => finish("abort") };
    },
  };
}

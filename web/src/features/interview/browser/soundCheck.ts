import type { Capture } from "../model/ports.ts";
import { streamOf } from "./camera.ts";

/** Longest sound check, in milliseconds. */
const MAX_DURATION = 8_000;
const FORMATS = ["audio/webm;codecs=opus", "audio/mp4"];
const BITRATE = 32_000;

/** A few seconds of sound, to be sent to the server. */
export interface SoundRecording {
  stop(): void;
  /** Resolves when the recording has ended, automatically or by {@link stop}, with the sound in base64; null if there is none. */
  readonly ended: Promise<string | null>;
  /** Ends it without a result. */
  abandon(): void;
}

/** Starts to record the sound without the picture. Throws where the browser cannot record. */
export function recordSound(capture: Capture): SoundRecording {
  const sound = new MediaStream(streamOf(capture).getAudioTracks());
  const mimeType = FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
  const recorder = new MediaRecorder(sound, { audioBitsPerSecond: BITRATE, ...(mimeType && { mimeType }) });
  const parts: Blob[] = [];
  let abandoned = false;
  const stop = () => {
    if (recorder.state !== "inactive") recorder.stop();
  };
  const timer = setTimeout(stop, MAX_DURATION);
  recorder.ondataavailable = ({ data }) => void parts.push(data);
  const ended = new Promise<string | null>((resolve) => {
    recorder.addEventListener(
      "stop",
      () => {
        clearTimeout(timer);
        if (!abandoned) void inBase64(new Blob(parts)).then(resolve);
      },
      { once: true },
    );
  });
  recorder.start();
  return {
    stop,
    ended,
    abandon() {
      abandoned = true;
      clearTimeout(timer);
      stop();
    },
  };
}

function inBase64(blob: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] || null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(blob);
  });
}

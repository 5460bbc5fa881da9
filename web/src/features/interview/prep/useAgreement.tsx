import { type ReactNode, useEffect, useRef, useState } from "react";
import type { GivenConsent } from "../browser/consent.ts";
import type { Camera } from "../model/ports.ts";
import { ConsentCard, type Terms } from "./ConsentForm.tsx";
import { DeviceCheck } from "./DeviceCheck.tsx";

interface Agreement {
  /** What the person has agreed to; null until the recording is. */
  given: GivenConsent | null;
  /** Whether the optional box is checked. */
  begun: boolean;
  /** The consent, and below it the device check once the recording is agreed to. No device is opened before. */
  card: ReactNode;
  /** Shows the box that is missing; null once it is checked. */
  showBox: (() => void) | null;
}

/** Asks for the consent to an interview. */
export function useAgreement(camera: Camera, terms: Terms): Agreement {
  const [recording, setRecording] = useState(false);
  const [aiScoring, setAiScoring] = useState(false);
  const [missed, setMissed] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  const agreed = recording && terms.state === "ready" ? terms : null;

  // After the message below the box is there; and again when the terms above it arrive, which would push both down.
  useEffect(() => {
    if (!missed || recording) return;
    box.current?.scrollIntoView({ block: "center" });
    box.current?.focus({ preventScroll: true });
  }, [missed, recording, terms.state]);

  const card = (
    <>
      <ConsentCard
        terms={terms}
        box={box}
        recording={recording}
        missing={missed > 0 && !recording}
        onRecording={setRecording}
        aiScoring={aiScoring}
        onAiScoring={setAiScoring}
      />
      {agreed && <DeviceCheck camera={camera} sound={agreed.transcribes ? { version: agreed.version, host: agreed.transcriberHost } : null} />}
    </>
  );
  return {
    given: agreed && { version: agreed.version, aiScoring, receipt: agreed.receipt ?? null },
    begun: aiScoring,
    card,
    showBox: recording ? null : () => setMissed(missed + 1),
  };
}

import { useState } from "react";
import type { Camera } from "../model/ports.ts";
import type { GivenConsent } from "../browser/consent.ts";
import { ConsentForm, type Terms } from "./ConsentForm.tsx";
import { DeviceCheck } from "./DeviceCheck.tsx";

type PrepProps = {
  camera: Camera;
  terms: Terms;
  /** Called when the person has agreed and is ready. */
  onStart: (consent: GivenConsent) => void;
  starting: boolean;
};

/** Two views: the consent, then the device check. No device is opened before the first. */
export function Prep({ camera, terms, onStart, starting }: PrepProps) {
  const [aiScoring, setAiScoring] = useState(false);
  const [agreed, setAgreed] = useState<GivenConsent | null>(null);
  if (agreed) {
    return (
      <DeviceCheck
        camera={camera}
        sound={terms.state === "ready" && terms.transcribes ? { version: agreed.version, host: terms.transcriberHost } : null}
        starting={starting}
        onStart={() => onStart(agreed)}
        onBack={() => setAgreed(null)}
      />
    );
  }
  return (
    <ConsentForm
      terms={terms}
      aiScoring={aiScoring}
      onAiScoring={setAiScoring}
      onAgree={(version) => setAgreed({ version, aiScoring })}
    />
  );
}

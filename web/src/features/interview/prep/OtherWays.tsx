import { lazy, Suspense, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

/** Lazy-loaded on first use. */
const AccommodationDialog = lazy(async () => ({ default: (await import("../AccommodationDialog.tsx")).AccommodationDialog }));

/** Links to a person instead of the interview, and to another way to do it. */
export function OtherWays() {
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <p>
        <TextLink href="/schedule">{m.interview_consent_person()}</TextLink>
      </p>
      <p>
        <TextLink onClick={() => setAsking(true)}>{m.accommodation_prep()}</TextLink>
      </p>
      <Suspense>{asking && <AccommodationDialog interviewId={null} onClose={() => setAsking(false)} />}</Suspense>
    </div>
  );
}

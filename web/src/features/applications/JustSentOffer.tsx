import { lazy, Suspense } from "react";
import { useJustSent } from "./sent.ts";

const SentBar = lazy(() => import("./SentBar.tsx"));

/** The bar with Undo after an application was sent. Mounted once per app; the bar is lazy-loaded. */
export function JustSentOffer() {
  const sent = useJustSent();
  return (
    sent && (
      <Suspense fallback={null}>
        <SentBar key={sent.sentAt} sent={sent} />
      </Suspense>
    )
  );
}

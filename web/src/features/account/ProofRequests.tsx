import { lazy, Suspense } from "react";
import { useProofRequest } from "#/session/proof.ts";

const ProofDialog = lazy(() => import("./ProofDialog.tsx"));

/** Asks for the password when a change requires it. Mounted once per app; the dialog is lazy-loaded. */
export function ProofRequests() {
  const request = useProofRequest();
  return (
    request && (
      <Suspense fallback={null}>
        <ProofDialog request={request} />
      </Suspense>
    )
  );
}

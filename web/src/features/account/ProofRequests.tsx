import { lazy, Suspense } from "react";
import { useProofRequest } from "#/session/proof.ts";

const ProofDialog = lazy(() => import("./ProofDialog.tsx"));

/** Asks for the password when a change needs it: once per app. Its dialog is a chunk of its own. */
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

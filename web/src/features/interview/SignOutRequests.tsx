import { type ComponentType, lazy, Suspense, useEffect } from "react";
import type { Prompt } from "#/platform/store.ts";
import { useSignOutRequest } from "#/session/signOut.ts";

type SignOutCheckProps = { request: Prompt; userId: string };

/** Where a lost connection prevents the check's code from loading, a sign-out needs no check. */
const unchecked: { default: ComponentType<SignOutCheckProps> } = { default: Unchecked };
const SignOutCheck = lazy(() => import("./SignOutCheck.tsx").catch(() => unchecked));

/** Checks for unsent answers before a sign-out. Mounted once per app; the check is lazy-loaded. */
export function SignOutRequests({ userId }: { userId: string | undefined }) {
  const request = useSignOutRequest();
  if (!request) return null;
  if (userId === undefined) return <Unchecked request={request} />;
  return (
    <Suspense fallback={null}>
      <SignOutCheck request={request} userId={userId} />
    </Suspense>
  );
}

function Unchecked({ request }: Pick<SignOutCheckProps, "request">) {
  useEffect(() => request.settle(true), [request]);
  return null;
}

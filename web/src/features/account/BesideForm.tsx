import { lazy, Suspense } from "react";
import { useRoomBeside } from "#/platform/viewport.ts";

const Promises = lazy(() => import("./Promises.tsx").catch(() => ({ default: () => null })));

/** A desktop's picture next to a form. Phones load nothing for it. */
export function BesideForm() {
  if (!useRoomBeside()) return null;
  return (
    <Suspense>
      <Promises />
    </Suspense>
  );
}

import { lazy, Suspense } from "react";
import { useToast } from "./toast.ts";

const ToastView = lazy(() => import("./ToastView.tsx"));

/** Where toasts show: once per app. Its view is a chunk of its own, fetched before it is needed (see main.tsx). */
export function Toaster() {
  const message = useToast();
  if (message === null) return null;
  return (
    <Suspense fallback={null}>
      <ToastView message={message} />
    </Suspense>
  );
}

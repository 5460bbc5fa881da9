import { lazy, Suspense } from "react";
import { useToast } from "./toast.ts";
import styles from "./Toast.module.css";

const ToastView = lazy(() => import("./ToastView.tsx"));

/**
 * The toast region: once per app, above the page's content. A toast takes its own space and pushes the content down, so
 * that it never covers a button or a text. Its view is a separate chunk, prefetched in main.tsx.
 */
export function Toaster() {
  const message = useToast();
  return (
    <div data-toasts="" className={styles.place}>
      {message !== null && (
        <Suspense fallback={null}>
          <ToastView message={message} />
        </Suspense>
      )}
    </div>
  );
}

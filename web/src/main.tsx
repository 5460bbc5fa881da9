import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ErrorBoundary } from "react-error-boundary";
import { Router } from "wouter";
import { App } from "#/app/App.tsx";
import { ErrorScreen } from "#/app/ErrorScreen.tsx";
import { moveToScreen } from "#/app/navigation.ts";
import { createQueryClient } from "#/app/queryClient.ts";
import { m } from "#/messages.gen/messages.js";
import { reportFault, watchFaults } from "#/platform/faults.ts";
import { leaveLanguageAddress } from "#/platform/language.ts";
import { readItem } from "#/platform/storage.ts";
import "#/ui/tokens.css";
import "#/ui/base.css";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element with the id root.");

watchFaults();
leaveLanguageAddress();
document.documentElement.lang = m.ui_locale();
const onFault = (error: unknown) => reportFault("A screen has failed.", error);

createRoot(root, { onCaughtError: onFault, onUncaughtError: onFault }).render(
  <StrictMode>
    <ErrorBoundary FallbackComponent={ErrorScreen}>
      <QueryClientProvider client={createQueryClient()}>
        <Router aroundNav={moveToScreen}>
          <App />
        </Router>
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);

// What nobody needs before the first words can be read: the typeface, and what opens above a page. Fetched
// while nothing else happens, so that a toast can show even where the signal is gone by then.
addEventListener("load", () => whenIdle(fetchTheRest), { once: true });

function fetchTheRest(): void {
  void import("#/ui/fonts.css");
  void import("#/ui/Toast/ToastView.tsx");
  void import("#/app/NavDrawer.tsx");
  void sendLeftovers();
}

/** Answers of an interview that an earlier visit could not send are sent from any page. */
async function sendLeftovers(): Promise<void> {
  const userId = readItem("currentUserId");
  if (userId === null) return;
  const { uploadsOf } = await import("#/features/interview/browser/uploads.ts");
  uploadsOf(userId);
}

function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: 3000 });
  else setTimeout(work, 1000);
}

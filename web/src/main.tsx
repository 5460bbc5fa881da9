import { createRoot } from "react-dom/client";
import { Root } from "#/app/Root.tsx";
import { m } from "#/messages.gen/messages.js";
import { reportFault, watchFaults } from "#/platform/faults.ts";
import { leaveLanguageAddress } from "#/platform/language.ts";
import { keepForOffline } from "#/platform/page.ts";
import { readItem } from "#/platform/storage.ts";
import "#/ui/tokens.css";
import "#/ui/base.css";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element with the id root.");

watchFaults();
leaveLanguageAddress();
document.documentElement.lang = m.ui_locale();
const onFault = (error: unknown) => reportFault("A screen has failed.", error);

createRoot(root, { onCaughtError: onFault, onUncaughtError: onFault }).render(<Root />);

// What nobody needs before the first words can be read: the typeface, and toasts. Fetched
// while nothing else happens, so that a toast can show even where the signal is gone by then.
if (document.readyState === "complete") whenIdle(fetchTheRest);
else addEventListener("load", () => whenIdle(fetchTheRest), { once: true });

function fetchTheRest(): void {
  void import("#/ui/fonts.css");
  void import("#/ui/Toast/ToastView.tsx");
  void sendLeftovers();
  if (import.meta.env.PROD) keepForOffline();
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

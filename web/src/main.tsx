import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { sessionQuery } from "#/session/user.ts";
import { createQueryClient } from "#/app/queryClient.ts";
import { Root } from "#/app/Root.tsx";
import { findRoute } from "#/app/routes.ts";
import { m } from "#/messages.gen/messages.js";
import { whenIdle } from "#/platform/prefetch.ts";
import { watchFaults } from "#/platform/faults.ts";
import { leaveLanguageAddress } from "#/platform/language.ts";
import { keepForOffline, ownAddress } from "#/platform/page.ts";
import { readItem } from "#/platform/storage.ts";
import "#/ui/tokens.css";
import "#/ui/base.css";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element with the id root.");

watchFaults();
leaveLanguageAddress();
document.documentElement.lang = m.ui_locale();
const cache = createQueryClient();
const app = <Root cache={cache} />;

// The prerendered content stays until the page's code and the user are known. A form page was drawn with the app's own
// components: React takes over its elements, with their text, focus and scroll position. It replaces a shell.
const known = () => Promise.allSettled([cache.fetchQuery(sessionQuery), findRoute(ownAddress())?.fetch()]);
const render = (): void => {
  if (root.hasChildNodes() && findRoute(ownAddress())?.drawn === "page") {
    root.normalize(); // A first name was inserted as a text of its own.
    hydrateRoot(root, app);
  } else createRoot(root).render(app);
};
// In a transition, so that the browser can answer taps and scrolls while a slow phone renders the first page.
const show = (): void => startTransition(render);
const shown = root.hasChildNodes() ? known().then(show) : Promise.resolve(show());

// Loads what is not needed for the first text: the typeface, toasts, what keeps the focus. Fetched when idle, so that a toast can show
// even if the network is gone by then.
if (document.readyState === "complete") void fetchTheRest();
else addEventListener("load", () => void fetchTheRest(), { once: true });

/** Sequentially, because in parallel they would block a slow phone. Files that fail are loaded when needed. */
async function fetchTheRest(): Promise<void> {
  await shown;
  const keepFocus = () => import("#/platform/focusRescue.ts").then(({ rescueFocus }) => void rescueFocus());
  const rest = [() => import("#/ui/fonts.css"), () => import("#/ui/Toast/ToastView.tsx"), keepFocus, sendLeftovers];
  for (const fetchIt of rest) {
    await whenIdle();
    await fetchIt().catch(() => undefined);
  }
  if (import.meta.env.PROD) keepForOffline();
}

/** Any page uploads interview answers that an earlier visit could not send. */
async function sendLeftovers(): Promise<void> {
  const userId = readItem("currentUserId");
  if (userId === null) return;
  const { uploadsOf } = await import("#/features/interview/browser/uploadQueue.ts");
  uploadsOf(userId);
}

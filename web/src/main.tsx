import { createRoot } from "react-dom/client";
import { sessionQuery } from "#/session/user.ts";
import { createQueryClient } from "#/app/queryClient.ts";
import { Root } from "#/app/Root.tsx";
import { findRoute } from "#/app/routes.ts";
import { m } from "#/messages.gen/messages.js";
import { whenIdle } from "#/platform/prefetch.ts";
import { reportFault, watchFaults } from "#/platform/faults.ts";
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
const onFault = (error: unknown) => reportFault("A screen has failed.", error);

const app = createRoot(root, { onCaughtError: onFault, onUncaughtError: onFault });
const cache = createQueryClient();
const show = () => app.render(<Root cache={cache} />);

// The prerendered content stays until the page itself can replace it.
const known = () => Promise.allSettled([cache.fetchQuery(sessionQuery), findRoute(ownAddress())?.fetch()]);
const shown = root.hasChildNodes() ? known().then(show) : Promise.resolve(show());

// Loads what is not needed for the first text: the typeface and toasts. Fetched when idle, so that a toast can show
// even if the network is gone by then.
if (document.readyState === "complete") void fetchTheRest();
else addEventListener("load", () => void fetchTheRest(), { once: true });

/** Sequentially, because in parallel they would block a slow phone. Files that fail are loaded when needed. */
async function fetchTheRest(): Promise<void> {
  await shown;
  const rest = [() => import("#/ui/fonts.css"), () => import("#/ui/Toast/ToastView.tsx"), sendLeftovers];
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

/** Reloads the page from the server. */
export function reload(): void {
  location.reload();
}

/** Calls `listener` each time this page becomes visible. Returns a function that stops it. */
export function onPageSeen(listener: () => void): () => void {
  const seen = () => document.visibilityState === "visible" && listener();
  document.addEventListener("visibilitychange", seen);
  return () => document.removeEventListener("visibilitychange", seen);
}

/** Calls `listener` each time this page is hidden or left for good. Returns a function that stops it. */
export function onPageHidden(listener: () => void): () => void {
  const hidden = () => document.visibilityState === "hidden" && listener();
  document.addEventListener("visibilitychange", hidden);
  addEventListener("pagehide", listener);
  return () => {
    document.removeEventListener("visibilitychange", hidden);
    removeEventListener("pagehide", listener);
  };
}

/** Whether the service worker opened the app instead of a page that only the server has. */
export function replacesServerPage(): boolean {
  return "offline" in document.documentElement.dataset;
}

/** The page's origin: "https://jobs.example". */
export function ownOrigin(): string {
  return location.origin;
}

/** The page's path: "/signup". */
export function ownAddress(): string {
  return location.pathname;
}

/** Opens one of our pages in the whole window, even from within one of our frames. */
export function goToPage(path: string): void {
  (ownTop() ?? window).location.assign(path);
}

/** Leaves the app for an address that the server named, on this site or another. */
export function leaveTo(address: string): void {
  location.assign(address);
}

/** Makes a page inside one of our frames take over the whole window. */
export function leaveFrame(): void {
  if (window.top !== window.self) ownTop()?.location.replace(location.href);
}

/** Returns the outermost window if it shows one of our pages; browsers reveal nothing about others. */
function ownTop(): Window | null {
  try {
    return window.top?.location.origin === location.origin ? window.top : null;
  } catch {
    return null;
  }
}

/**
 * Returns the path, query and fragment of `address` if it leads to a page of this site, else null. Every address from
 * outside (a query parameter, a link in a message) is checked here before the app navigates to it. The browser's own
 * parser decides, because it ignores tabs and newlines, reads "\\" as "/", and removes "/./": "/\t/evil.example" and
 * "/.//evil.example" both lead to another site.
 */
export function sameOriginPath(address: string | null, from?: string): string | null {
  if (!address) return null;
  const origin = from ?? location.origin; // Absent where pages are prerendered.
  let url: URL;
  try {
    url = new URL(address, origin);
  } catch {
    return null;
  }
  if (url.origin !== origin || !url.protocol.startsWith("http")) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // A browser would parse the rest of "//…" as a host.
  return path.startsWith("//") ? null : `/${path.slice(1)}`;
}

/** Registers the service worker where supported, so that the app opens offline. */
export function keepForOffline(): void {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // Rejected in private windows of some browsers: then the app does not work offline.
  worker?.register("/sw.js").catch(() => undefined);
}

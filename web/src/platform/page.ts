/** Loads the page anew, from the server. */
export function reload(): void {
  location.reload();
}

/** Calls `listener` each time this page comes back into view. Returns the way to stop. */
export function onPageSeen(listener: () => void): () => void {
  const seen = () => document.visibilityState === "visible" && listener();
  document.addEventListener("visibilitychange", seen);
  return () => document.removeEventListener("visibilitychange", seen);
}

/** Such as "https://jobs.example": where this page comes from. */
export function ownOrigin(): string {
  return location.origin;
}

/** Such as "/signup": the address of this page. */
export function ownAddress(): string {
  return location.pathname;
}

/** Goes to a page of ours with the whole window, even from within a frame of ours. */
export function goToPage(path: string): void {
  (ownTop() ?? window).location.assign(path);
}

/** A page that ended up in a frame of ours takes the whole window. */
export function leaveFrame(): void {
  if (window.top !== window.self) ownTop()?.location.replace(location.href);
}

/** The outermost window, if it shows a page of ours: of any other the browser tells nothing. */
function ownTop(): Window | null {
  try {
    return window.top?.location.origin === location.origin ? window.top : null;
  } catch {
    return null;
  }
}

/**
 * The path, query and fragment of `address` if it leads to a page of this site, else null. Every address that comes from
 * outside (a query parameter, a link in a message) goes through here before the app navigates to it.
 *
 * The browser's own parser decides, because it ignores tabs and newlines, reads "\\" as "/", and folds "/./" away:
 * "/\t/evil.example" and "/.//evil.example" both lead to another site.
 */
export function sameOriginPath(address: string | null, origin: string = location.origin): string | null {
  if (!address) return null;
  let url: URL;
  try {
    url = new URL(address, origin);
  } catch {
    return null;
  }
  if (url.origin !== origin || !url.protocol.startsWith("http")) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // A browser would read what follows as a host.
  return path.startsWith("//") ? null : path;
}

/** Lets the app open without a signal from now on, where the browser can do that; it asks for nothing else. */
export function keepForOffline(): void {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // Refused in private windows of some browsers: then there is only no app without a signal.
  worker?.register("/sw.js").catch(() => undefined);
}

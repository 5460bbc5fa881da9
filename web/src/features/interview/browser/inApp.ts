/** User agent markers of browsers embedded in other apps. Many of them have no camera access. */
const IN_APP = /FBA[NV]|Instagram|Barcelona|Messenger|Line\/|TikTok|musical_ly|BytedanceWebview|Snapchat|Pinterest|LinkedInApp|; wv\)/;

/**
 * The phone's standalone browser and a URL that opens one of our pages in it; null where this browser is standalone.
 */
export type Outside = { at: "chrome" | "safari"; href: (path: string) => string } | null;

/** How to open the current page outside the in-app browser. */
export function outside(userAgent = navigator.userAgent, { protocol, host }: Place = location): Outside {
  if (!IN_APP.test(userAgent)) return null;
  if (/iPhone|iPad|iPod/.test(userAgent)) return { at: "safari", href: (path) => `x-safari-${protocol}//${host}${path}` };
  const intent = `scheme=${protocol.slice(0, -1)};package=com.android.chrome`;
  return { at: "chrome", href: (path) => `intent://${host}${path}#Intent;${intent};end` };
}

type Place = Pick<Location, "protocol" | "host">;

/** The current page's address, for the other browser to open. */
export function here(): string {
  return location.pathname + location.search;
}

/** Opens a URL that the phone hands to another app. */
export function leaveFor(address: string): void {
  location.assign(address);
}

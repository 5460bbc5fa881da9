/** Browsers inside other apps, by what they add to the name of the system's own. Many of them have no camera. */
const IN_APP = /FBA[NV]|Instagram|Messenger|Line\/|TikTok|musical_ly|Snapchat|Pinterest|LinkedInApp|; wv\)/;

/** The phone's own browser, and the address that opens a page of ours in it; null where this one is its own. */
export type Outside = { at: "chrome" | "safari"; href: (path: string) => string } | null;

/** How to leave the browser of another app. */
export function outside(userAgent = navigator.userAgent, { protocol, host }: Place = location): Outside {
  if (!IN_APP.test(userAgent)) return null;
  if (/iPhone|iPad|iPod/.test(userAgent)) return { at: "safari", href: (path) => `x-safari-${protocol}//${host}${path}` };
  const intent = `scheme=${protocol.slice(0, -1)};package=com.android.chrome`;
  return { at: "chrome", href: (path) => `intent://${host}${path}#Intent;${intent};end` };
}

type Place = Pick<Location, "protocol" | "host">;

/** Where this page is, for the other browser to open it too. */
export function here(): string {
  return location.pathname + location.search;
}

/** Hands the phone an address that another of its programs opens. */
export function leaveFor(address: string): void {
  location.assign(address);
}

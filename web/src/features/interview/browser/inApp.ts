/** Browsers inside other apps, by what they add to the name of the system's own. Many of them have no camera. */
const IN_APP = /FBA[NV]|Instagram|Messenger|Line\/|TikTok|musical_ly|Snapchat|Pinterest|LinkedInApp|; wv\)/;

/** Where the page could be opened instead of inside another app; null in a browser of its own. */
export type Outside = { at: "chrome"; href: string } | { at: "safari" } | null;

/**
 * How to leave the browser of another app. The address carries no session: the person signs in there, and the
 * interview goes on at the first unanswered question.
 */
export function outside(userAgent = navigator.userAgent, address = location.href): Outside {
  if (!IN_APP.test(userAgent)) return null;
  if (/iPhone|iPad|iPod/.test(userAgent)) return { at: "safari" };
  const { protocol, host, pathname, search } = new URL(address);
  const intent = `scheme=${protocol.slice(0, -1)};package=com.android.chrome`;
  return { at: "chrome", href: `intent://${host}${pathname}${search}#Intent;${intent};end` };
}

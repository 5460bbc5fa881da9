import { flushSync } from "react-dom";
import type { AroundNavHandler } from "wouter";
import { ownAddress } from "#/platform/page.ts";

/**
 * Every navigation to another page scrolls to the top, including redirects; a pushed page changes with a View
 * Transition where the browser supports it. Replacing only the query (a filter of a list) keeps the position, and Back
 * is left to the browser.
 */
export const moveToScreen: AroundNavHandler = (navigate, to, options) => {
  if (options?.replace) {
    const page = ownAddress();
    navigate(to, options);
    if (ownAddress() !== page) scrollTo(0, 0);
    return;
  }
  const move = () => {
    flushSync(() => navigate(to, options));
    scrollTo(0, 0);
  };
  if (!("startViewTransition" in document)) {
    move();
    return;
  }
  // A transition interrupted by the next one rejects, which is not an error.
  document.startViewTransition(move).ready.catch(() => undefined);
};

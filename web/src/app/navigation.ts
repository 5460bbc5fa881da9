import { flushSync } from "react-dom";
import type { AroundNavHandler } from "wouter";
import { fadeIn } from "#/platform/motion.ts";
import { ownAddress } from "#/platform/page.ts";

/**
 * Every navigation to another page scrolls to the top, including redirects. A pushed page is in the document at once and
 * fades in, while it can be pressed. Replacing only the query (a filter of a list) keeps the position, and Back is left
 * to the browser.
 */
export const moveToScreen: AroundNavHandler = (navigate, to, options) => {
  const page = ownAddress();
  if (options?.replace) {
    navigate(to, options);
    if (ownAddress() !== page) scrollTo(0, 0);
    return;
  }
  flushSync(() => navigate(to, options));
  scrollTo(0, 0);
  const main = document.getElementById("main");
  if (main) fadeIn(main);
};

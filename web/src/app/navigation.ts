import { flushSync } from "react-dom";
import type { AroundNavHandler } from "wouter";
import { ownAddress } from "#/platform/page.ts";

/**
 * Every move to another page starts at its top, redirects included; a pushed page changes as one picture where the browser
 * has View Transitions. Replacing only the query (a filter of a list) keeps the position, and Back is the browser's own.
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
  // A transition that is overtaken by the next one ends early, which is no error.
  document.startViewTransition(move).ready.catch(() => undefined);
};

import { flushSync } from "react-dom";
import type { AroundNavHandler } from "wouter";

/**
 * Every move to another screen starts at its top, as one change of picture where the browser has View
 * Transitions. Going back is the browser's own: it keeps the place on the page. A redirect is no move.
 */
export const moveToScreen: AroundNavHandler = (navigate, to, options) => {
  if (options?.replace) {
    navigate(to, options);
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

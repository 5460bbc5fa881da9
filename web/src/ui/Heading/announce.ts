let screensSeen = 0;

/**
 * A ref that moves the focus to its element when the element appears, and brings it into view: an `h1` begins a screen,
 * which shows from its top; another heading only has to be seen.
 */
export function takeFocus(element: HTMLElement | null): void {
  if (element === null) return;
  element.focus({ preventScroll: true });
  if (element.tagName === "H1") scrollTo(0, 0);
  else element.scrollIntoView({ block: "nearest" });
}

/**
 * Focuses the heading of a new page, except on the first one: the browser itself reads out a page that it loads.
 * The position is the business of the navigation: Back returns to where the page was left.
 */
export function announceScreen(element: HTMLElement | null): void {
  if (element === null) return;
  if (screensSeen > 0) element.focus({ preventScroll: true });
  screensSeen += 1;
}

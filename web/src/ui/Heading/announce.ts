/** The heading of the current page. */
let announced: HTMLElement | null = null;

/**
 * Returns a ref that focuses its element on mount and scrolls it into view: an `h1` starts a screen, which is scrolled
 * to its top; another heading only has to be visible.
 */
export function takeFocus(element: HTMLElement | null): void {
  if (element === null) return;
  element.focus({ preventScroll: true });
  if (element.tagName === "H1") scrollTo(0, 0);
  else element.scrollIntoView({ block: "nearest" });
}

/**
 * Focuses the heading of a new page, except on the first one, which the browser announces itself. Scrolling is left to
 * the navigation: Back restores the position. A ref may be attached twice to the same element.
 */
export function announceScreen(element: HTMLElement | null): void {
  if (element === null || element === announced) return;
  if (announced !== null) element.focus({ preventScroll: true });
  announced = element;
}

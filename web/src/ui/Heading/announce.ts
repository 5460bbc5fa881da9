let screensSeen = 0;

/** A ref that moves the focus to its element when the element appears. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** Like `takeFocus`, except for the first screen of all: the browser itself reads out a page that it loads. */
export function announceScreen(element: HTMLElement | null): void {
  if (element === null) return;
  if (screensSeen > 0) takeFocus(element);
  screensSeen += 1;
}

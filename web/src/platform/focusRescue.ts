/** What can hold the focus in place of a control that is gone, so that a screen reader says where the person is. */
const PLACES = "li, section, article, form, fieldset, [role=group], main";

/**
 * Keeps the focus in the page: when the focused element is removed or hidden, such as a button that has done its work,
 * the place around it gets the focus. Otherwise the browser moves it to the body, where a screen reader says nothing.
 * Returns what ends it.
 */
export function rescueFocus(): () => void {
  let around: Element[] = [];
  let frame = 0;
  const remember = ({ target }: FocusEvent) => {
    around = target instanceof Element ? withAncestors(target) : [];
  };
  // After a click next to a control, the focus is on the body on purpose.
  const forget = () =>
    setTimeout(() => {
      if (isLost() && around[0] && isShown(around[0])) around = [];
    });
  const rescue = () => {
    frame = 0;
    const [last] = around;
    if (!last || !isLost() || isShown(last)) return;
    const place = around.find((one) => one.matches(PLACES) && isShown(one)) ?? document.getElementById("main");
    if (place instanceof HTMLElement) focusPlace(place);
  };
  // The next frame: a heading of the new screen may take the focus before, and hidden elements lose it only then.
  const changes = new MutationObserver(() => {
    if (around.length > 0 && frame === 0) frame = requestAnimationFrame(() => setTimeout(rescue));
  });
  changes.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", remember);
  document.addEventListener("focusout", forget);
  return () => {
    changes.disconnect();
    cancelAnimationFrame(frame);
    document.removeEventListener("focusin", remember);
    document.removeEventListener("focusout", forget);
  };
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}

function withAncestors(element: Element): Element[] {
  const found: Element[] = [];
  for (let one: Element | null = element; one; one = one.parentElement) found.push(one);
  return found;
}

/** Focuses an element that is not a control, and that can be focused only until it loses the focus. */
export function focusPlace(place: HTMLElement): void {
  if (!place.hasAttribute("tabindex")) {
    place.tabIndex = -1;
    place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  }
  place.focus({ preventScroll: true });
}

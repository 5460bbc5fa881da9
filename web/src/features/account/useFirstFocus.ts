import { type RefObject, useEffect, useRef } from "react";
import { isWide } from "#/platform/viewport.ts";

/**
 * Moves the focus into a form page when it opens, without scrolling: to the first field where a keyboard is likely, to
 * the heading on a phone, whose keyboard would cover the page.
 */
export function useFirstFocus<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null);
  useEffect(() => {
    if (box.current?.querySelector(":focus:not(h1)")) return; // Somebody is already typing, in the prerendered page.
    const first = box.current?.querySelector<HTMLElement>(isWide() ? "input:not([type=hidden])" : "h1");
    first?.focus({ preventScroll: true });
  }, []);
  return box;
}

import { useSyncExternalStore } from "react";

const QUERY = "(prefers-reduced-motion: reduce)";

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(QUERY);
  list.addEventListener("change", onChange);
  return () => list.removeEventListener("change", onChange);
}

/** Whether the device is set to reduced motion now. */
export function isMotionReduced(): boolean {
  return matchMedia(QUERY).matches;
}

/** Whether the device is set to reduced motion; renders again when that changes. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, isMotionReduced, () => true);
}

/**
 * Fades `element` in, with the keyframes of base.css, which reduced motion turns off. Only the opacity changes, so the
 * element has its place and can be pressed from the first frame.
 */
export function fadeIn(element: HTMLElement): void {
  element.style.animation = "none";
  void element.offsetWidth; // The browser starts the same animation again only if it has seen another style.
  element.style.animation = "fade var(--enter) var(--ease)";
}

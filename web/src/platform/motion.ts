import { useSyncExternalStore } from "react";

const QUERY = "(prefers-reduced-motion: reduce)";

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(QUERY);
  list.addEventListener("change", onChange);
  return () => list.removeEventListener("change", onChange);
}

/** Whether the device is set to reduced motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => true,
  );
}

/**
 * Fades `element` in, unless the device is set to reduced motion. Only the opacity changes, so the element has its place
 * and can be pressed from the first frame.
 */
export function fadeIn(element: HTMLElement): void {
  if (matchMedia(QUERY).matches) return;
  const { duration, easing } = enterMotion();
  element.animate({ opacity: [0, 1] }, { duration, easing });
}

/** The tokens of an entrance. The build writes a duration in seconds. */
function enterMotion(): { duration: number; easing: string } {
  const tokens = getComputedStyle(document.documentElement);
  const time = tokens.getPropertyValue("--enter").trim();
  return { duration: Number.parseFloat(time) * (time.endsWith("ms") ? 1 : 1000), easing: tokens.getPropertyValue("--ease").trim() };
}

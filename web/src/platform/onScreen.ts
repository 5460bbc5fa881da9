import { type RefObject, useEffect, useState } from "react";

/** The part of an element, or of the screen, that it must cover. */
const ENOUGH = 0.5;
const STEPS = [0, 0.1, 0.2, 0.3, 0.4, ENOUGH, 0.75, 1];

/** Whether at least half of an element is on the screen, or it covers half of the screen. */
export function useOnScreen(element: RefObject<Element | null>): boolean {
  const [onScreen, setOnScreen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry) setOnScreen(entry.intersectionRatio >= ENOUGH || entry.intersectionRect.height >= innerHeight * ENOUGH);
      },
      { threshold: STEPS },
    );
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return onScreen;
}

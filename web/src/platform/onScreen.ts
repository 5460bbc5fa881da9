import { type RefCallback, useEffect, useState } from "react";

/** The part of an element, or of the screen, that it must cover. */
const ENOUGH = 0.5;
const STEPS = [0, 0.1, 0.2, 0.3, 0.4, ENOUGH, 0.75, 1];

/** Whether at least half of the element that has the ref is on the screen, or it covers half of the screen. */
export function useOnScreen(): [RefCallback<Element>, boolean] {
  const [element, setElement] = useState<Element | null>(null);
  const [seen, setSeen] = useState<Element | null>(null);
  useEffect(() => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        const isSeen = entry.intersectionRatio >= ENOUGH || entry.intersectionRect.height >= innerHeight * ENOUGH;
        setSeen(isSeen ? element : null);
      },
      { threshold: STEPS },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, element !== null && seen === element];
}

/** Whether an open dialog covers the page. */
export function isCovered(): boolean {
  return document.querySelector('[role="dialog"][data-state="open"], dialog[open]') !== null;
}

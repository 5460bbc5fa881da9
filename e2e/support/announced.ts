/** What a screen reader says by itself: the words of live regions, as they come and change. */

import type { Page } from "@playwright/test";

/** Listens on every page that `page` opens from now on. Returns what was said so far, in order; `assertive` ones too. */
export async function listenIn(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(listen);
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);
}

/** A region speaks when it comes with words and when its words change; not while it is turned off or hidden. */
function listen(): void {
  const LIVE = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
  const announced: string[] = [];
  const before = new WeakMap<Element, string>();
  Object.assign(window, { announced });
  const hear = (region: Element) => {
    if (region.getAttribute("aria-live") === "off" || region.closest("[aria-hidden=true], [inert]")) return;
    const words = (region as HTMLElement).innerText.replaceAll(/\s+/g, " ").trim();
    if (words && words !== before.get(region)) announced.push(words);
    before.set(region, words);
  };
  new MutationObserver((changes) => {
    const regions = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const around = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
      if (around) regions.add(around);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches(LIVE)) regions.add(node);
        for (const inside of node.querySelectorAll(LIVE)) regions.add(inside);
      }
    }
    for (const region of regions) if (region.isConnected) hear(region);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

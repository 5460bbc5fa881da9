/** Records screen reader announcements: the text of live regions as it appears and changes. */

import type { Page } from "@playwright/test";

/** Starts recording on every page that `page` opens. The returned function resolves to all announcements so far, in order. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(observeLiveRegions);
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);
}

/** A region announces its text when it appears and when its text changes, unless it is off or hidden. */
function observeLiveRegions(): void {
  const LIVE = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
  const announced: string[] = [];
  const previous = new WeakMap<Element, string>();
  Object.assign(window, { announced });
  const announce = (region: Element) => {
    if (region.getAttribute("aria-live") === "off" || region.closest("[aria-hidden=true], [inert]")) return;
    const text = (region as HTMLElement).innerText.replaceAll(/\s+/g, " ").trim();
    if (text && text !== previous.get(region)) announced.push(text);
    previous.set(region, text);
  };
  new MutationObserver((changes) => {
    const regions = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
      if (region) regions.add(region);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches(LIVE)) regions.add(node);
        for (const descendant of node.querySelectorAll(LIVE)) regions.add(descendant);
      }
    }
    for (const region of regions) if (region.isConnected) announce(region);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

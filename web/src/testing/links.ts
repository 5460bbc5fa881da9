import { expect } from "vitest";
import { isPage } from "#/platform/paths.ts";

/** Pages that the server has outside of the app. */
const SERVED = /^\/(e[ns]$|how-ai-is-used|demographics|privacy|terms|jobs?\/|feeds\/|api\/|favicon)/;

/** What the router must leave to the browser. */
const OUTSIDE = /^(https?|webcal|otpauth|mailto|tel|data|blob):/;

export function linksOnScreen(): string[] {
  return [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href") ?? "");
}

/** Checks that every link leads to a page of the app, or out of it. Runs after each test of a screen. */
export function checkLinks(links: readonly string[]): void {
  const leadsNowhere = links.filter((href) => {
    const path = href.split(/[?#]/, 1)[0] ?? "";
    return !(href.startsWith("#") || OUTSIDE.test(href) || SERVED.test(href) || isPage(path));
  });
  expect(leadsNowhere, "links that lead nowhere").toEqual([]);
}

import { expect } from "vitest";

/** Pages that the server has outside of the app. */
const SERVED = /^\/(e[ns]$|how-ai-is-used|demographics|privacy|terms|jobs?\/|feeds\/|api\/|favicon)/;

/** What the router must leave to the browser. */
const OUTSIDE = /^(https?|webcal|mailto|tel|data|blob):/;

export function linksOnScreen(): string[] {
  return [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href") ?? "");
}

/** Checks that every link leads to a page of the app, or out of it. Runs after each test of a screen. */
export async function checkLinks(links: readonly string[]): Promise<void> {
  if (links.length === 0) return;
  const [{ findRoute }, { findDeskRoute }] = await Promise.all([import("#/app/routes.ts"), import("#/desk/routes.ts")]);
  const leadsNowhere = links.filter((href) => {
    const path = href.split(/[?#]/, 1)[0] ?? "";
    const isPage = path.startsWith("/desk") ? findDeskRoute(path) : findRoute(path);
    return !(href.startsWith("#") || OUTSIDE.test(href) || SERVED.test(href) || isPage);
  });
  expect(leadsNowhere, "links that lead nowhere").toEqual([]);
}

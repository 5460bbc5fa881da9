import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { Ahead, readerAt, WAITING_AT } from "#/ahead.tsx";
import type { paths } from "#/api/schema.gen.d.ts";
import { Root } from "#/app/Root.tsx";
import { createQueryClient } from "#/app/queryClient.ts";
import { ROUTES } from "#/app/routes.ts";
import { m } from "#/messages.gen/messages.js";

/**
 * What a search or a shared link shows of a page that anybody may open: its address, name and description.
 * `file` is `landing` for the one page that is drawn.
 */
export type FoundPage = { file?: "landing"; path: string; title: string; description: string };

export const FOUND_PAGES: readonly FoundPage[] = [
  { file: "landing", path: m.landing_address(), title: m.landing_page(), description: m.landing_description() },
  { path: "/signup", title: m.account_signup_page(), description: m.account_signup_description() },
  { path: "/login", title: m.account_login_page(), description: m.account_login_description() },
];

/**
 * What pages ask of the server whoever is here: it is on its way before the app is. Nothing that the server refuses to
 * somebody who has not come that far.
 */
export const READS: Record<string, readonly (keyof paths)[]> = {
  "/quick-questions": ["/api/wish"],
  "/video-interview-prep": ["/api/consent"],
};

/** The first page as a visitor sees it, drawn without a browser. */
export function drawLanding(): Promise<string> {
  return draw(<Root cache={createQueryClient()} path="/" />);
}

/** What stands at `path` until the app is there, between marks that tell the server for whom; "" for nobody. */
export async function drawAhead(path: string): Promise<string> {
  if (!WAITING_AT.includes(path)) return "";
  const reader = readerAt(path);
  return `<!--${reader}-->${await draw(<Ahead path={path} />)}<!--/${reader}-->`;
}

async function draw(page: ReactNode): Promise<string> {
  // In one piece: React would put large parts into the page hidden, and a script to show them.
  const { prelude } = await prerender(page, { progressiveChunkSize: Infinity });
  return new Response(prelude).text();
}

/** The addresses that the app draws by itself, wherever its files come from. */
export const PATHS: readonly string[] = ROUTES.map(({ path }) => path);

/** The pages that others lead to; the first page, to the sign-up. */
export const NEXT: readonly string[] = ["/signup", ...ROUTES.flatMap(({ next }) => next ?? [])];

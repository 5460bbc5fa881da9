import { prerender } from "react-dom/static";
import { Root } from "#/app/Root.tsx";
import { ROUTES } from "#/app/routes.ts";
import { m } from "#/messages.gen/messages.js";

/**
 * What a search or a shared link shows of a page that anybody may open: its address, name and description.
 * `file` is what it is built as, and `source` its module; the page without one is drawn.
 */
export type FoundPage = { file: string; path: string; title: string; description: string; source?: string };

export const FOUND_PAGES: readonly FoundPage[] = [
  { file: "landing", path: m.landing_address(), title: m.landing_page(), description: m.landing_description() },
  {
    file: "signup",
    path: "/signup",
    title: m.account_signup_page(),
    description: m.account_signup_description(),
    source: "src/pages/SignUp.tsx",
  },
  {
    file: "login",
    path: "/login",
    title: m.account_login_page(),
    description: m.account_login_description(),
    source: "src/pages/Login.tsx",
  },
];

/** The first page as a visitor sees it, drawn without a browser. */
export async function drawLanding(): Promise<string> {
  // In one piece: React would put large parts into the page hidden, and a script to show them.
  const { prelude } = await prerender(<Root path="/" />, { progressiveChunkSize: Infinity });
  return new Response(prelude).text();
}

/** The addresses that the app draws by itself, wherever its files come from. */
export const PATHS: readonly string[] = ROUTES.map(({ path }) => path);

import type { QueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import type { paths } from "#/api/schema.gen.d.ts";
import type { User } from "#/api/types.ts";
import { sessionQuery } from "#/session/user.ts";
import { Root } from "#/app/Root.tsx";
import { createQueryClient } from "#/app/queryClient.ts";
import { findRoute } from "#/app/routes.ts";
import { m } from "#/messages.gen/messages.js";
import { CANDIDATE_ROUTES, type CandidatePath, type ShellPath } from "#/platform/routes.ts";
import { PageShell } from "#/shells.tsx";
import { drawings } from "#/ui/Art/drawings.tsx";
import { moreDrawings } from "#/ui/Art/moreDrawings.tsx";

/**
 * Metadata of a public page for search engines and link previews: its URL, name and description. `file` is `landing`
 * for the one page that is prerendered.
 */
export type FoundPage = { file?: "landing"; path: string; title: string; description: string };

export const FOUND_PAGES: readonly FoundPage[] = [
  { file: "landing", path: m.landing_address(), title: m.landing_page(), description: m.landing_description() },
  { path: "/signup", title: m.account_signup_page(), description: m.account_signup_description() },
  { path: "/login", title: m.account_login_page(), description: m.account_login_description() },
];

/**
 * Requests that pages send for every user: the HTML preloads them. Contains nothing that the server refuses to a user
 * who has not reached the page.
 */
export const READS: Partial<Record<CandidatePath, readonly (keyof paths)[]>> = {
  "/quick-questions": ["/api/wish"],
  "/video-interview-prep": ["/api/consent"],
};

/** The landing page as a visitor sees it. */
export async function drawLanding(): Promise<string> {
  await findRoute("/").fetch();
  return draw(<Root cache={createQueryClient()} path="/" />);
}

/** The page for browsers that cannot run the app: it needs no script and hardly any styles. */
export function drawOldBrowser(): string {
  return renderToStaticMarkup(
    <html lang={m.ui_locale()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${m.shell_old_title()} - Dayshift`}</title>
        <style dangerouslySetInnerHTML={{ __html: PLAIN }} />
      </head>
      <body>
        <h1>{m.shell_old_title()}</h1>
        <p>{m.shell_old_text()}</p>
        <h2>{m.shell_old_works()}</h2>
        <ul>
          <li>{m.shell_old_ios()}</li>
          <li>{m.shell_old_android()}</li>
          <li>{m.shell_old_computer()}</li>
        </ul>
        <p>{m.shell_old_update()}</p>
        {/* The server fills this in, or leaves it out. */}
        <section id="contact">
          <h2>{m.shell_old_person()}</h2>
          <p>{"{contact}"}</p>
        </section>
        <p>
          {/* eslint-disable-next-line no-restricted-syntax -- Without the app, a link is only a link. */}
          <a href="?anyway">{m.shell_old_anyway()}</a>
        </p>
      </body>
    </html>,
  );
}

/** All illustrations in one file, for the pages that the server renders. */
export function drawArt(): string {
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg">
      {Object.entries(drawings).map(([name, { viewBox = "0 0 96 96", shapes }]) => (
        <symbol key={name} id={name} viewBox={viewBox}>
          {shapes}
        </symbol>
      ))}
      {Object.entries(moreDrawings).map(([name, shapes]) => (
        <symbol key={name} id={name} viewBox="0 0 96 96">
          {shapes}
        </symbol>
      ))}
    </svg>,
  );
}

const PLAIN =
  "body{max-width:34em;margin:24px auto;padding:0 20px;font:18px/1.5 sans-serif;color:#222;background:#fbf8f3}h1{font-size:28px;line-height:1.2}h2{font-size:20px}a{color:#0b5a45}";

/** The paths of all pages. */
export const PATHS = Object.keys(CANDIDATE_ROUTES) as CandidatePath[];

/** The pages whose form can be filled in before the app runs, so the app is requested only after the first paint. */
export const FORMS: readonly string[] = PATHS.filter((path) => CANDIDATE_ROUTES[path].drawn === "page");

/**
 * The form page or the shell at `path`, between markers that tell the server who sees it; "" if the page has neither.
 */
export async function drawPage(path: CandidatePath): Promise<string> {
  const { drawn, access } = CANDIDATE_ROUTES[path];
  if (!drawn) return "";
  // The app redirects everyone else, who should not see it first.
  await findRoute(path).fetch();
  const reader = access === "public-only" ? "visitor" : "member";
  const page = drawn === "page" ? <Root cache={cacheOf(reader)} path={path} /> : <PageShell path={path as ShellPath} />;
  return `<!--${reader}-->${await draw(page)}<!--/${reader}-->`;
}

/** A user at the job search. The build replaces {name} with `scripts/name.js`. */
const MEMBER = { firstName: "{name}", hasPassword: true, currentStep: 1 } as User;

function cacheOf(reader: "visitor" | "member"): QueryClient {
  const cache = createQueryClient();
  cache.setQueryData(sessionQuery.queryKey, reader === "member" ? MEMBER : null);
  return cache;
}

/** Renders to one string, code that is loaded on first use included. Fails if any part of the page does. */
async function draw(page: ReactElement): Promise<string> {
  const failures: unknown[] = [];
  // Otherwise a large part would arrive behind the page, with an inline script that moves it to its place.
  const { prelude } = await prerender(page, { progressiveChunkSize: Infinity, onError: (error) => void failures.push(error) });
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw new AggregateError(failures, "A page could not be drawn.");
  return html;
}

/** The pages that usually follow another; sign-up follows the landing page. */
export const NEXT: readonly CandidatePath[] = ["/signup", ...PATHS.flatMap((path) => CANDIDATE_ROUTES[path].next ?? [])];

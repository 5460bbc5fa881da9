import { prerender } from "react-dom/static";
import { Root } from "#/app/Root.tsx";
import { m } from "#/messages.gen/messages.js";

export const title = m.landing_page();

/** The first page as a visitor sees it, drawn without a browser. */
export async function drawLanding(): Promise<string> {
  // In one piece: React would put large parts into the page hidden, and a script to show them.
  const { prelude } = await prerender(<Root path="/" />, { progressiveChunkSize: Infinity });
  return new Response(prelude).text();
}

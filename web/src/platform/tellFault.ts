import { scrubMessage, scrubPath, scrubStack } from "./scrub.ts";

const MAX_REPORTS = 5;
const told = new Set<string>();

/**
 * Reports an error to our own server, without what may be personal or secret: each error once, and at most five per visit. Failed
 * reports are dropped.
 */
export function tellFault(error: unknown): void {
  const { name, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const key = `${name} ${message}`;
  if (told.size >= MAX_REPORTS || told.has(key)) return;
  told.add(key);
  const body = JSON.stringify({
    name: name.slice(0, 80),
    message: scrubMessage(message).slice(0, 2000),
    stack: scrubStack(stack).slice(0, 16_000),
    page: scrubPath(location.pathname).slice(0, 500),
  });
  const headers = { "Content-Type": "application/json" };
  // `keepalive`, because an error often ends with leaving the page.
  const address = new URL("/api/error-reports", location.origin);
  fetch(new Request(address, { method: "POST", headers, body, keepalive: true })).catch(() => {});
}

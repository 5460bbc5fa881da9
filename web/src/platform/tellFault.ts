const MOST = 5;
const told = new Set<string>();

/**
 * Sends a fault to our own server, which takes out what is personal: the same one once, and at most five in a visit.
 * A fault that cannot be told is forgotten.
 */
export function tellFault(error: unknown): void {
  const { name, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const key = `${name} ${message}`;
  if (told.size >= MOST || told.has(key)) return;
  told.add(key);
  const body = JSON.stringify({
    name: name.slice(0, 80),
    message: message.slice(0, 2000),
    stack: stack.slice(0, 16_000),
    page: location.pathname.slice(0, 500),
  });
  const headers = { "Content-Type": "application/json" };
  // Kept alive: a fault often ends with leaving the page.
  const address = new URL("/api/error-reports", location.origin);
  fetch(new Request(address, { method: "POST", headers, body, keepalive: true })).catch(() => {});
}

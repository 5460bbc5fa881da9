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

/** What may be personal or secret in the text of an error: addresses of any kind, queries, quoted texts, codes and numbers. */
const RULES: [RegExp, string][] = [
  [/"[^"\n]*"|“[^”\n]*”|`[^`\n]*`|\B'[^'\n]*'\B/g, "[text]"],
  [/\b(?!https?:)[a-z][a-z0-9+.-]*:(?=[^\s:])\S+/gi, "[address]"],
  [/[^\s@]+@\S+/g, "[email]"],
  [/(https?:\/\/[^\s/?#]+)\S*/g, "$1"],
  [/(^|\s)\/[\w.%~-]+(?:\/\S*|[?#]\S*)/g, "$1[path]"],
  [/\S*[?#]\S*=\S*/g, "[query]"],
  [/\+?\d[\d\s().-]{3,}\d/g, "[number]"],
  [/(?:[a-z]+[_-]?\d|\d+[_-]?[a-z])[\w-]{3,}|[\w-]{24,}/gi, "[code]"],
];

/** Returns the first line of an error's message without what may be personal or secret. Removes too much rather than too little. */
export function scrubMessage(message: string): string {
  return RULES.reduce((text, [pattern, to]) => text.replace(pattern, to), message.split("\n", 1)[0] ?? "");
}

/** Returns only the calls of a stack, without the message that some browsers repeat in it, and without queries. */
export function scrubStack(stack: string): string {
  const calls = stack.split("\n").filter((line) => /^\s*at .*:\d+:\d+\)?$|^[^@\s]*@\S+:\d+:\d+$/.test(line));
  return calls.map((line) => line.replace(/[?#][^\s)]*?(?=:\d+:\d+\)?$)/, "")).join("\n");
}

/** Returns a path of the app without ids and keys. */
export function scrubPath(path: string): string {
  return path.replace(/[^/]+/g, (part) => (/^[a-z][a-z-]{0,39}$/.test(part) ? part : "[id]"));
}

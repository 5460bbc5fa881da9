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

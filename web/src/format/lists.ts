import { m } from "#/messages.gen/messages.js";

/** Formats a list in the page's language: "Referee, Host, and Server", or as units "Weekday Evenings, Weekends". */
export function formatList(words: readonly string[], type: "conjunction" | "unit" = "conjunction"): string {
  return new Intl.ListFormat(m.ui_locale(), { type }).format(words);
}

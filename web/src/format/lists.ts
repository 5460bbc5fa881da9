/** Lists of words in the page's language. */

import { m } from "#/messages.gen/messages.js";

const AND = new Intl.ListFormat(m.ui_locale());
const UNIT = new Intl.ListFormat(m.ui_locale(), { type: "unit", style: "short" });

/** Such as "Referee, Host, and Server". */
export function formatList(words: readonly string[]): string {
  return AND.format(words);
}

/** Such as "Weekday Evenings, Weekends". */
export function formatShortList(words: readonly string[]): string {
  return UNIT.format(words);
}

/** Numbers in the page's language. */

import { m } from "#/messages.gen/messages.js";

const COUNT = new Intl.NumberFormat(m.ui_locale());

/** Such as "12,345". */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

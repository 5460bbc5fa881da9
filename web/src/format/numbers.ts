/** Numbers in the page's language. */

import { m } from "#/messages.gen/messages.js";

const COUNT = new Intl.NumberFormat(m.ui_locale());

/** Such as "12,345". */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** Such as "0.79", always with this many decimals. */
export function formatDecimal(value: number, decimals: number): string {
  return new Intl.NumberFormat(m.ui_locale(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);
}

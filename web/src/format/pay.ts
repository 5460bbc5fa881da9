/** US dollars, in the page's language. */

import { m } from "#/messages.gen/messages.js";

/** Dollars per hour; null if the employer gives no lower or upper bound. */
export type PayRange = { low: number | null; high: number | null };

/**
 * Example: "$17.50" or "$21". Both languages write hourly pay in dollars alike, and `Intl.NumberFormat` takes a cheap phone a quarter of a second
 * to load, on the first page of everybody.
 */
export function formatDollars(amount: number): string {
  return `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
}

/** Examples: "$19–$24", "$19", "From $19", "Up to $24"; null if both bounds are unknown. */
export function formatPay({ low, high }: PayRange): string | null {
  if (low === null && high === null) return null;
  if (low === null) return m.ui_pay_up_to({ high: formatDollars(high ?? 0) });
  if (high === null) return m.ui_pay_from({ low: formatDollars(low) });
  return low === high ? formatDollars(low) : m.ui_pay_range({ low: formatDollars(low), high: formatDollars(high) });
}

/** US dollars, in the page's language. */

import { m } from "#/messages.gen/messages.js";

/** Dollars per hour; null if the employer gives no lower or upper bound. */
export type PayRange = { low: number | null; high: number | null };

const WHOLE = new Intl.NumberFormat(m.ui_locale(), { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const CENTS = new Intl.NumberFormat(m.ui_locale(), { style: "currency", currency: "USD" });

/** Example: "$17.50" or "$21". */
export function formatDollars(amount: number): string {
  return (Number.isInteger(amount) ? WHOLE : CENTS).format(amount);
}

/** Examples: "$19–$24", "$19", "From $19", "Up to $24"; null if both bounds are unknown. */
export function formatPay({ low, high }: PayRange): string | null {
  if (low === null && high === null) return null;
  if (low === null) return m.ui_pay_up_to({ high: formatDollars(high ?? 0) });
  if (high === null) return m.ui_pay_from({ low: formatDollars(low) });
  return low === high ? formatDollars(low) : m.ui_pay_range({ low: formatDollars(low), high: formatDollars(high) });
}

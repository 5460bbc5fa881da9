/** Shares and spans of time in the page's language. */

import { m } from "#/messages.gen/messages.js";

const PERCENT = new Intl.NumberFormat(m.ui_locale(), { style: "percent" });
const DAYS = new Intl.NumberFormat(m.ui_locale(), { style: "unit", unit: "day", unitDisplay: "long", maximumFractionDigits: 1 });
const HOURS = new Intl.NumberFormat(m.ui_locale(), { style: "unit", unit: "hour", unitDisplay: "long", maximumFractionDigits: 0 });

/** Such as "96%", from 0.96. */
export function formatPercent(share: number): string {
  return PERCENT.format(share);
}

/** Such as "5 hours" or "1.8 days", from hours. */
export function formatSpan(hours: number): string {
  return hours < 24 ? HOURS.format(hours) : DAYS.format(hours / 24);
}

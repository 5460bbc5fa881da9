import { m } from "#/messages.gen/messages.js";

const KILO = 1000;
const UNITS = ["kilobyte", "megabyte", "gigabyte"] as const;

/** Such as "5.2 MB" in the page's language. */
export function formatSize(bytes: number): string {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const unit = UNITS[power - 1] ?? "kilobyte";
  return new Intl.NumberFormat(m.ui_locale(), { style: "unit", unit, maximumFractionDigits: 1 }).format(bytes / KILO ** power);
}

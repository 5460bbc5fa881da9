import { m } from "#/messages.gen/messages.js";
import { formatCount } from "./numbers.ts";

/** Returns by how much a text is too long; undefined if it fits. Better than a field that cuts off what was pasted. */
export function formatExcess(text: string, most: number): string | undefined {
  const count = text.trim().length - most;
  return count > 0 ? m.ui_too_long({ count, countText: formatCount(count) }) : undefined;
}

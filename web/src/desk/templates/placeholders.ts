import type { Purpose } from "#/api/deskTemplates.queries.ts";
import { m } from "#/messages.gen/messages.js";

export const PLACEHOLDERS = ["name", "job", "employer", "place"] as const;

const PLACEHOLDER = /\{([^{}\n]*)\}/g;

/** Returns what is in braces and is filled with nothing, and braces without their pair: as the server sees it. */
export function unknownPlaceholders(text: string): string[] {
  const named = [...text.matchAll(PLACEHOLDER)].filter(([, name]) => !PLACEHOLDERS.some((known) => known === name)).map(([whole]) => whole);
  const single = text.replaceAll(PLACEHOLDER, "").match(/[{}]/g) ?? [];
  return [...new Set([...named, ...single])];
}

/** Returns the text with a template in it: after what was typed already. */
export function withTemplate(typed: string, template: string): string {
  return typed.trim() === "" ? template : `${typed.trimEnd()}\n\n${template}`;
}

export const PURPOSES: Record<Purpose, () => string> = {
  message: m.desk_templates_message,
  invite: m.desk_templates_invite,
  ask: m.desk_templates_ask,
  offer: m.desk_templates_offer,
  decline: m.desk_templates_decline,
};

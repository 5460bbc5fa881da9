import { sameOriginPath } from "#/platform/page.ts";
import type { PageQuery } from "#/platform/paths.ts";

/** The booking page's query parameters: `name`, `email`, `phone_number`, the `redirect_url`, and an initial time. */
export interface Asked {
  name: string;
  email: string;
  phone: string;
  /** A path of this site to open after booking; null to stay here. */
  redirect: string | null;
  slot: string | null;
}

export function readAsked(query: PageQuery<"/book">, origin: string): Asked {
  return {
    name: query.name ?? "",
    email: query.email ?? "",
    phone: query.phone_number ?? "",
    redirect: sameOriginPath(query.redirect_url ?? null, origin),
    slot: instant(query.slot ?? null),
  };
}

type Person = { firstName: string; lastName: string; email: string | null; phone: string | null };

/** The same parameters for a signed-in user. */
export function askedBy(person: Person, slot: string | null): Asked {
  const { email, phone } = person;
  return { name: fullName(person), email: email ?? "", phone: phone ?? "", redirect: null, slot: instant(slot) };
}

/** Returns the URL of an external calendar with the known details of the person. */
export function calendarAddress(calendar: string, origin: string, person: Person, slot: string | null): string {
  const address = new URL(calendar, origin);
  const put = (name: string, value: string | null) => value && address.searchParams.set(name, value);
  put("name", fullName(person));
  put("email", person.email);
  put("phone_number", person.phone);
  put("redirect_url", `${origin}/confirmation`);
  put("slot", slot);
  return address.href;
}

function fullName({ firstName, lastName }: Person): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}

function instant(value: string | null): string | null {
  const time = value ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString().replace(".000Z", "Z");
}

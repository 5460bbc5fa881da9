import { sameOriginPath } from "#/platform/page.ts";

/** The booking page's query parameters: `name`, `email`, `phone_number`, the `redirect_url`, and an initial time. */
export interface Asked {
  name: string;
  email: string;
  phone: string;
  /** A path of this site to open after booking; null to stay here. */
  redirect: string | null;
  slot: string | null;
}

export function readAsked(search: string, origin: string): Asked {
  const values = new URLSearchParams(search);
  return {
    name: values.get("name") ?? "",
    email: values.get("email") ?? "",
    phone: values.get("phone_number") ?? "",
    redirect: sameOriginPath(values.get("redirect_url"), origin),
    slot: instant(values.get("slot")),
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

import { sameOriginPath } from "#/platform/page.ts";

/** What the booking page is opened with: `name`, `email`, `phone_number`, the `redirect_url`, and a time to begin with. */
export interface Asked {
  name: string;
  email: string;
  phone: string;
  /** A path of this site to go to after booking; null: stay here. */
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

/** The calendar's address with what is known of the person, as an outside calendar takes it too. */
export function calendarAddress(
  calendar: string,
  origin: string,
  person: { firstName: string; lastName: string; email: string | null; phone: string | null },
  slot: string | null,
): string {
  const address = new URL(calendar, origin);
  const put = (name: string, value: string | null) => value && address.searchParams.set(name, value);
  put("name", [person.firstName, person.lastName].filter(Boolean).join(" "));
  put("email", person.email);
  put("phone_number", person.phone);
  put("redirect_url", `${origin}/confirmation`);
  put("slot", slot);
  return address.origin === origin ? `${address.pathname}${address.search}` : address.href;
}

function instant(value: string | null): string | null {
  const time = value ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString().replace(".000Z", "Z");
}

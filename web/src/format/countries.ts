/** Countries in the page's language, and those that this installation serves. */

import { m } from "#/messages.gen/messages.js";
import { servedCountries } from "#/platform/countries.ts";
import { homeInSentence } from "./home.ts";

const COUNTRIES = [
  "US",
  "PR",
  "AT",
  "BE",
  "BG",
  "CA",
  "CY",
  "CZ",
  "DE",
  "DK",
  "EE",
  "ES",
  "FI",
  "FR",
  "GB",
  "GR",
  "HR",
  "HU",
  "IE",
  "IT",
  "LT",
  "LU",
  "LV",
  "MT",
  "MX",
  "NL",
  "PL",
  "PT",
  "RO",
  "SE",
  "SI",
  "SK",
] as const;

export type Country = (typeof COUNTRIES)[number];

/** Returns the name of a country: "Germany". */
export function formatCountry(code: string): string {
  return new Intl.DisplayNames(m.ui_locale(), { type: "region" }).of(code) ?? code;
}

/** Returns the name of a country as a sentence has it: "the Netherlands". */
export function countryInSentence(code: string): string {
  const name = formatCountry(code);
  return m.ui_locale().startsWith("en") && /^(?:United |Netherlands$)/.test(name) ? `the ${name}` : name;
}

/** Returns the code and the name of each country that a form offers, those served first, then by name. */
export function offeredCountries(): [Country, string][] {
  const served = servedCountries();
  const others = COUNTRIES.map((code): [Country, string] => [code, formatCountry(code)]).filter(([code]) => !served.includes(code));
  const inOrder = new Intl.Collator(m.ui_locale());
  return [
    ...COUNTRIES.filter((code) => served.includes(code)).map((code): [Country, string] => [code, formatCountry(code)]),
    ...others.sort((one, other) => inOrder.compare(one[1], other[1])),
  ];
}

/** Says that a country is not served, and what to do instead. */
export function notServed(code: string): string {
  return m.ui_place_not_served({ country: countryInSentence(code), home: homeInSentence() });
}

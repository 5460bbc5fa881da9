import type { ReactNode } from "react";
import { countryInSentence } from "#/format/countries.ts";
import { homeInSentence } from "#/format/home.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";

/** Says that the place of the search is in a country that is not served. */
export default function Abroad({ place, country }: { place: string; country: string }): ReactNode {
  return <Banner tone="plain">{m.questions_abroad({ place, country: countryInSentence(country), home: homeInSentence() })}</Banner>;
}

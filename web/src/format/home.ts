import { m } from "#/messages.gen/messages.js";
import { homeCountry } from "#/platform/countries.ts";

/**
 * Returns the name of this installation's usual country as a sentence has it. Written down, since `Intl.DisplayNames` takes a cheap phone long to
 * load, and the quick questions need no other country.
 */
export const homeInSentence = (): string => (homeCountry() === "PR" ? m.ui_place_puerto_rico() : m.ui_place_united_states());

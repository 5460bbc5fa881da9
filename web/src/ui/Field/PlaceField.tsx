import { type ComponentPropsWithRef, type ReactNode, useState } from "react";
import { countryInSentence, homeCountry, isServed, notServed, offeredCountries } from "#/format/countries.ts";
import { m } from "#/messages.gen/messages.js";
import { servedCountries } from "#/platform/countries.ts";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Field } from "./Field.tsx";

type PlaceFieldProps = Omit<ComponentPropsWithRef<"input">, "children"> & {
  hint?: ReactNode;
  error?: string | undefined;
};

/** Longer than any code: a place such as "10115 Berlin" is read, and its country is named. */
const MAX_TYPED = 80;
/** What no American zip code has: the country is asked. */
const FOREIGN = /\p{L}|^\s*\d{2,3}[ -]\d{2,3}\s*$/u;

/**
 * A zip code, with the country beside it where that may be in doubt: several countries are served, the typed code is of
 * another one, or somebody says so. The select has the name "country".
 */
export function PlaceField({ hint, error, onChange, ...input }: PlaceFieldProps) {
  const [country, setCountry] = useState(homeCountry());
  const [asked, setAsked] = useState(servedCountries().length > 1);
  const home = countryInSentence(homeCountry());
  const isHome = isServed(country);
  return (
    <Stack gap="s">
      <Field
        label={isHome ? m.ui_place_zip() : m.ui_place_postal()}
        hint={<>{hint}{hint && " "}{isHome && m.ui_place_hint({ country: home })}</>}
        error={isHome ? error : notServed(country)}
        inputMode={asked ? "text" : "numeric"}
        autoComplete="postal-code"
        maxLength={MAX_TYPED}
        short
        {...input}
        onChange={(event) => {
          if (FOREIGN.test(event.target.value)) setAsked(true);
          onChange?.(event);
        }}
      />
      {asked ? (
        <Field label={m.ui_place_country()}>
          {(ids) => (
            <select {...ids} name="country" autoComplete="country" value={country} onChange={({ target }) => setCountry(target.value)}>
              {offeredCountries().map(([code, name]) => <option key={code} value={code}>{name}</option>)}
            </select>
          )}
        </Field>
      ) : (
        <TextLink onClick={() => setAsked(true)}>{m.ui_place_elsewhere({ country: home })}</TextLink>
      )}
    </Stack>
  );
}

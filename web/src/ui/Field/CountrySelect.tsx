import { type ReactNode, type Ref, useState } from "react";
import { notServed, offeredCountries } from "#/format/countries.ts";
import { m } from "#/messages.gen/messages.js";
import { homeCountry, isServed } from "#/platform/countries.ts";
import { Field } from "./Field.tsx";

interface CountrySelectProps {
  ref: Ref<HTMLSelectElement>;
  /** Is told why the chosen country is not served; undefined if it is. */
  onChoose: (refused: string | undefined) => void;
}

/** The country of a place, with the name "country" in its form. */
export default function CountrySelect({ ref, onChoose }: CountrySelectProps): ReactNode {
  const [country, setCountry] = useState(homeCountry());
  const choose = (code: string) => {
    setCountry(code);
    onChoose(isServed(code) ? undefined : notServed(code));
  };
  return (
    <Field label={m.ui_place_country()}>
      {(ids) => (
        <select {...ids} ref={ref} name="country" autoComplete="country" value={country} onChange={({ target }) => choose(target.value)}>
          {offeredCountries().map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

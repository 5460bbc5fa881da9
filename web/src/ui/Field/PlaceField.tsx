import { type ComponentPropsWithRef, lazy, type ReactNode, Suspense, useState } from "react";
import { homeInSentence } from "#/format/home.ts";
import { m } from "#/messages.gen/messages.js";
import { servedCountries } from "#/platform/countries.ts";
import { takeFocus } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Field } from "./Field.tsx";

type PlaceFieldProps = Omit<ComponentPropsWithRef<"input">, "children"> & {
  hint?: ReactNode;
  error?: string | undefined;
  /** Names the place of a whole zip code under the field. */
  understood?: (zip: string) => ReactNode;
};

// Few need it. Without it the server still names the country that it reads.
const CountrySelect = lazy(() => import("./CountrySelect.tsx").catch(() => ({ default: () => null })));

/** Longer than any code: a place such as "10115 Berlin" is read, and its country is named. */
const MAX_TYPED = 80;
const WHOLE = /^\d{5}$/;
/** What no American zip code has: the country is asked. */
const FOREIGN = /\p{L}|^\s*\d{2,3}[ -]\d{2,3}\s*$/u;

/**
 * A zip code, with the country beside it where that may be in doubt: several countries are served, the typed code is of
 * another one, or somebody says so.
 */
export function PlaceField({ hint, error, understood, onChange, ...input }: PlaceFieldProps) {
  const [asked, setAsked] = useState<"typed" | "pressed" | null>(servedCountries().length > 1 ? "typed" : null);
  const [refused, setRefused] = useState<string>();
  const [typed, setTyped] = useState(String(input.value ?? input.defaultValue ?? ""));
  return (
    <Stack gap="s">
      <Field
        label={refused ? m.ui_place_postal() : m.ui_place_zip()}
        hint={
          <>
            {hint}
            {hint && " "}
            {!refused && m.ui_place_hint({ country: homeInSentence() })}
          </>
        }
        error={refused ?? error}
        inputMode={asked ? "text" : "numeric"}
        autoComplete="postal-code"
        maxLength={MAX_TYPED}
        short
        {...input}
        onChange={(event) => {
          if (FOREIGN.test(event.target.value)) setAsked((before) => before ?? "typed");
          setTyped(event.target.value);
          onChange?.(event);
        }}
      />
      {!refused && WHOLE.test(typed.trim()) && understood?.(typed.trim())}
      {asked ? (
        <Suspense fallback={null}>
          <CountrySelect ref={asked === "pressed" ? takeFocus : null} onChoose={setRefused} />
        </Suspense>
      ) : (
        <TextLink onClick={() => setAsked("pressed")}>{m.ui_place_elsewhere({ country: homeInSentence() })}</TextLink>
      )}
    </Stack>
  );
}

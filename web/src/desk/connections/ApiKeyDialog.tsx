import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { createApiKey } from "#/api/deskConnections.queries.ts";
import { ApiKeyFields } from "#/api/limits.gen.ts";
import type { ApiKeys } from "#/api/types.ts";
import { Refusal } from "#/desk/signIn/SignInLayout.tsx";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { text } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

type ApiKeyDialogProps = Pick<ApiKeys, "scopes" | "locations"> & { onSecret: (secret: string) => void; onClose: () => void };

/** Creates a key. */
export function ApiKeyDialog({ scopes, locations, onSecret, onClose }: ApiKeyDialogProps) {
  const create = useMutation(createApiKey);
  const [chosen, setChosen] = useState<ApiKeys["scopes"]>([]);
  const [places, setPlaces] = useState<string[] | null>(null);
  const [tried, setTried] = useState(false);
  const form = useForm({ name: text(m.desk_api_keys_name_missing) }, { name: "" });
  const submit = async ({ name }: { name: string }) => {
    setTried(true);
    if (chosen.length === 0 || places?.length === 0) return;
    try {
      onSecret(await create.mutateAsync({ name, scopes: chosen, locationIds: places }));
    } catch {
      // Shown above the button.
    }
  };
  return (
    <Dialog open onClose={onClose} title={m.desk_api_keys_add()}>
      <form {...form.on(submit, () => setTried(true))}>
        <Stack>
          <Field label={m.desk_api_keys_name()} hint={m.desk_api_keys_name_hint()} autoComplete="off" maxLength={ApiKeyFields.name} {...form.field("name")} />
          <Stack as="fieldset" gap="xs">
            <legend>{m.desk_api_keys_scopes()}</legend>
            {scopes.map((scope) => (
              <OptionCard
                key={scope}
                type="checkbox"
                bare
                label={SCOPES[scope]()}
                checked={chosen.includes(scope)}
                onChange={({ target }) => setChosen(scopes.filter((one) => (one === scope ? target.checked : chosen.includes(one))))}
              />
            ))}
          </Stack>
          {tried && chosen.length === 0 && <Text role="alert">{m.desk_api_keys_scopes_missing()}</Text>}
          {locations.length > 0 && (
            <Stack as="fieldset" gap="xs">
              <legend>{m.desk_team_locations()}</legend>
              <OptionCard
                type="checkbox"
                bare
                label={m.desk_team_everywhere()}
                checked={places === null}
                onChange={({ target }) => setPlaces(target.checked ? null : [])}
              />
              {places !== null &&
                locations.map(({ id, name }) => (
                  <OptionCard
                    key={id}
                    type="checkbox"
                    bare
                    label={name}
                    checked={places.includes(id)}
                    onChange={({ target }) => setPlaces(target.checked ? [...places, id] : places.filter((one) => one !== id))}
                  />
                ))}
            </Stack>
          )}
          {tried && places?.length === 0 && <Text role="alert">{m.desk_api_keys_places_missing()}</Text>}
          <Refusal error={create.error} />
          <Button type="submit" full busy={form.busy}>
            {m.desk_api_keys_create()}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

/** What each scope of an API key allows. */
export const SCOPES: Record<ApiKeys["scopes"][number], () => string> = {
  "applications:read": m.desk_api_keys_applications_read,
  "moves:write": m.desk_api_keys_moves_write,
  "jobs:read": m.desk_api_keys_jobs_read,
  "jobs:write": m.desk_api_keys_jobs_write,
};

import { useMutation } from "@tanstack/react-query";
import { closeLocation, saveLocation } from "#/api/deskTeam.queries.ts";
import { ApiError } from "#/api/errors.ts";
import { LocationEntry } from "#/api/limits.gen.ts";
import type { WorkLocation } from "#/api/types.ts";
import type { Country } from "#/format/countries.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { PlaceField } from "#/ui/Field/PlaceField.tsx";
import { anyText, text } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { PlaceOfZip, Refusal } from "../signIn/SignInLayout.tsx";

type Values = Record<"name" | "street" | "zip" | "country" | "opensAt" | "closesAt", string>;

/** Adds a location, or changes or closes one. */
export function LocationDialog({ location, onClose }: { location: WorkLocation | null; onClose: () => void }) {
  const save = useMutation(saveLocation);
  const close = useMutation(closeLocation);
  const form = useForm(
    { name: text(m.desk_team_name_missing), street: anyText, zip: text(m.desk_team_zip_wrong), country: anyText, opensAt: anyText, closesAt: anyText },
    {
      name: location?.name ?? "",
      street: location?.street ?? "",
      zip: location?.zip ?? "",
      country: "",
      opensAt: location?.opensAt ?? "",
      closesAt: location?.closesAt ?? "",
    },
  );
  const finish = () => toast({ title: m.desk_account_saved(), tone: "good" });
  const submit = async ({ street, country, opensAt, closesAt, ...values }: Values) => {
    save.reset();
    try {
      const body = { ...values, country: (country || null) as Country | null, street: street || null, opensAt: opensAt || null, closesAt: closesAt || null };
      await save.mutateAsync({ id: location?.id, ...body }, { onSuccess: onClose });
      finish();
    } catch (refused) {
      if (refused instanceof ApiError) form.setErrors(refused.fields);
    }
  };
  return (
    <Dialog open onClose={onClose} title={location?.name ?? m.desk_team_location_new()}>
      <form {...form.on(submit)}>
        <Stack>
          <Field label={m.desk_team_location_name()} maxLength={LocationEntry.name} {...form.field("name")} />
          <Field label={m.desk_team_street()} autoComplete="off" maxLength={LocationEntry.street} {...form.field("street")} />
          <PlaceField {...form.field("zip")} understood={(zip) => <PlaceOfZip zip={zip} />} />
          <Field label={m.desk_team_opens()} type="time" {...form.field("opensAt")} />
          <Field label={m.desk_team_closes()} type="time" {...form.field("closesAt")} />
          <Refusal error={save.error instanceof ApiError && Object.keys(save.error.fields).length > 0 ? close.error : (save.error ?? close.error)} />
          <Button type="submit" full busy={form.busy}>
            {m.desk_team_save()}
          </Button>
          {location && (
            <TextLink
              onClick={() =>
                void close.mutateAsync({ id: location.id, closed: location.closedAt === null }, { onSuccess: onClose }).then(finish, () => undefined)
              }
            >
              {location.closedAt === null ? m.desk_team_location_close() : m.desk_team_location_reopen()}
            </TextLink>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}

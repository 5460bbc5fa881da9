import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changeView, type ListFilters, type ListView, savedViewsQuery, type SavedView, saveView } from "#/api/deskList.queries.ts";
import { messageOf } from "#/api/errors.ts";
import { NewSavedView } from "#/api/limits.gen.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import styles from "./ApplicationsPage.module.css";

/** Keeps the current filters under a name. */
export function SaveView({ filters, onDone }: { filters: ListFilters & { view: ListView }; onDone: () => void }) {
  const { mutate: save, error, isPending } = useMutation(saveView);
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    setEmpty(!name);
    if (name) save({ name, filters: { search: "", sort: "reply_by", ...filters } }, { onSuccess: onDone });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Field
          label={m.desk_list_view_name()}
          name="name"
          maxLength={NewSavedView.name}
          aria-required
          error={isEmpty ? m.desk_list_view_name_empty() : error ? messageOf(error, m.desk_list_not_saved()) : undefined}
        />
        <Button type="submit" full busy={isPending}>
          {m.desk_list_save_view()}
        </Button>
      </Stack>
    </form>
  );
}

/** Renames and deletes saved views. */
export function Manage() {
  const { data: saved = [] } = useQuery(savedViewsQuery);
  return (
    <Stack>
      {saved.map((view) => (
        <ManagedView key={`${view.id} ${view.name}`} view={view} />
      ))}
      {saved.length === 0 && <Text quiet>{m.desk_list_no_views()}</Text>}
    </Stack>
  );
}

function ManagedView({ view }: { view: SavedView }) {
  const { mutate: change, error, isPending } = useMutation(changeView);
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    setEmpty(!name);
    if (name && name !== view.name) change({ id: view.id, name });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="s">
        <Field
          label={m.desk_list_view_name()}
          name="name"
          defaultValue={view.name}
          maxLength={NewSavedView.name}
          aria-required
          error={isEmpty ? m.desk_list_view_name_empty() : error ? messageOf(error, m.desk_list_not_saved()) : undefined}
        />
        <span className={styles.bar}>
          <Button type="submit" variant="second" size="small" busy={isPending}>
            {m.desk_list_rename()}
          </Button>
          <Button variant="second" size="small" busy={isPending} onClick={() => change({ id: view.id, name: null })}>
            {m.desk_list_delete()}
            <VisuallyHidden> {view.name}</VisuallyHidden>
          </Button>
        </span>
      </Stack>
    </form>
  );
}

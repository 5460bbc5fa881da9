import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { JobFilters } from "#/api/deskJobs.queries.ts";
import { listChoicesQuery } from "#/api/deskList.queries.ts";
import { m } from "#/messages.gen/messages.js";
import type { PageQuery } from "#/platform/paths.ts";
import { Field } from "#/ui/Field/Field.tsx";
import styles from "./JobsPage.module.css";

const STATES = {
  live: m.desk_jobs_live,
  paused: m.desk_jobs_paused,
  ended: m.desk_jobs_ended,
  filled: m.desk_jobs_filled,
  draft: m.desk_jobs_draft,
} as const satisfies Record<NonNullable<JobFilters["state"]>, () => string>;

type Query = PageQuery<"/desk/jobs">;

/** Reads the filters from the query of an address; what it does not know is left out. */
export function readFilters({ search, location, state }: Query): Query & JobFilters {
  return { ...(search && { search }), ...(location && { location }), ...(isState(state) && { state }) };
}

const isState = (state: string | undefined): state is keyof typeof STATES => state !== undefined && Object.hasOwn(STATES, state);

/** Search by title, and filters for location and state. */
export function JobFilterBar({ filters, onShow }: { filters: Query; onShow: (next: Query) => void }) {
  const { data: choices } = useQuery(listChoicesQuery);
  const [words, setWords] = useState(filters.search ?? "");
  const [searched, setSearched] = useState(filters.search);
  if (searched !== filters.search) {
    setSearched(filters.search);
    setWords(filters.search ?? "");
  }
  const set = (name: keyof Query, value: string) => {
    const { [name]: _, ...rest } = filters;
    onShow(value ? { ...rest, [name]: value } : rest);
  };
  return (
    <form
      role="search"
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault();
        set("search", words.trim());
      }}
    >
      <Field
        type="search"
        enterKeyHint="search"
        label={m.desk_jobs_search()}
        maxLength={200}
        autoComplete="off"
        value={words}
        onChange={({ currentTarget: { value } }) => {
          setWords(value);
          if (value === "" && searched) set("search", "");
        }}
      />
      <Field label={m.desk_list_location()}>
        {(ids) => (
          <select {...ids} value={filters.location ?? ""} onChange={({ currentTarget }) => set("location", currentTarget.value)}>
            <option value="">{m.desk_list_any()}</option>
            {choices?.locations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {choices?.cut.includes("locations") && <option disabled>{m.desk_list_choices_cut()}</option>}
          </select>
        )}
      </Field>
      <Field label={m.desk_jobs_state()}>
        {(ids) => (
          <select {...ids} value={filters.state ?? ""} onChange={({ currentTarget }) => set("state", currentTarget.value)}>
            <option value="">{m.desk_list_any()}</option>
            {Object.entries(STATES).map(([state, name]) => (
              <option key={state} value={state}>
                {name()}
              </option>
            ))}
          </select>
        )}
      </Field>
    </form>
  );
}

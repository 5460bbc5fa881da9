import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { categories, moreCategoriesQuery } from "#/api/categories.ts";
import { m } from "#/messages.gen/messages.js";
import { Field } from "#/ui/Field/Field.tsx";
import { formatDollars } from "#/format/pay.ts";
import { Pill } from "#/ui/Pill/Pill.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import styles from "./Filters.module.css";
import { filtersOn, MILES, NO_FILTERS, RATES, SORTS, type State, type Time, TIMES } from "./view.ts";

const SORT_NAMES: Record<State["sort"], () => string> = {
  best: m.matching_list_sort_best,
  pay: m.matching_list_sort_pay,
  distance: m.matching_list_sort_distance,
  newest: m.matching_list_sort_newest,
};

const TIME_NAMES: Record<Time, () => string> = {
  "weekday-mornings": m.matching_list_time_weekday_mornings,
  "weekday-evenings": m.matching_list_time_weekday_evenings,
  weekends: m.matching_list_time_weekends,
  "night-shifts": m.matching_list_time_night_shifts,
  holidays: m.matching_list_time_holidays,
};

type FiltersProps = { state: State; onChange: (part: Partial<State>) => void };

/** Sort order and filters; every change applies immediately. */
export function Filters({ state, onChange }: FiltersProps) {
  const on = filtersOn(state);
  const summary = useRef<HTMLElement>(null);
  const clear = () => {
    summary.current?.focus(); // The pressed link is about to go.
    onChange(NO_FILTERS);
  };
  return (
    <div className={styles.bar}>
      <Select
        label={m.matching_list_sort()}
        value={state.sort}
        options={SORTS.map((sort) => [sort, SORT_NAMES[sort]()])}
        onChange={(sort) => onChange({ sort: sort as State["sort"] })}
      />
      <details className={styles.filters}>
        <summary ref={summary} className={styles.summary}>
          {on > 0 ? m.matching_list_filters_on({ count: on }) : m.matching_list_filters()}
        </summary>
        <div className={styles.fields}>
          <Selects state={state} onChange={onChange} />
          <Times times={state.times} onChange={(times) => onChange({ times })} />
          {on > 0 && <TextLink onClick={clear}>{m.matching_list_clear()}</TextLink>}
        </div>
      </details>
    </div>
  );
}

function Selects({ state, onChange }: FiltersProps) {
  const { data: more = [] } = useQuery(moreCategoriesQuery);
  return (
    <>
      <Select
        label={m.matching_list_pay()}
        value={String(state.pay ?? "")}
        options={[
          ["", m.matching_list_pay_any()],
          ...RATES.map((dollars) => [String(dollars), m.matching_list_pay_from({ pay: formatDollars(dollars) })] as const),
        ]}
        onChange={(pay) => onChange({ pay: numberOf(pay) })}
      />
      <Select
        label={m.matching_list_miles()}
        value={String(state.miles ?? "")}
        options={[["", m.matching_list_miles_any()], ...MILES.map((miles) => [String(miles), m.matching_list_miles_to({ miles })] as const)]}
        onChange={(miles) => onChange({ miles: numberOf(miles) })}
      />
      <Select
        label={m.matching_list_hours()}
        value={state.hours ?? ""}
        options={[
          ["", m.matching_list_hours_any()],
          ["full-time", m.matching_list_hours_full()],
          ["part-time", m.matching_list_hours_part()],
        ]}
        onChange={(hours) => onChange({ hours: (hours || null) as State["hours"] })}
      />
      <Select
        label={m.matching_list_kind()}
        value={state.kind ?? ""}
        options={[["", m.matching_list_kind_any()], ...[...categories(), ...more].map(({ id, name }) => [id, name] as const)]}
        onChange={(kind) => onChange({ kind: (kind || null) as State["kind"] })}
      />
    </>
  );
}

function Times({ times, onChange }: { times: Time[]; onChange: (times: Time[]) => void }) {
  return (
    <fieldset>
      <legend className={styles.legend}>{m.matching_list_times()}</legend>
      <Row wrap>
        {TIMES.map((time) => (
          <Pill key={time} on={times.includes(time)} onClick={() => onChange(TIMES.filter((one) => (one === time) !== times.includes(one)))}>
            {TIME_NAMES[time]()}
          </Pill>
        ))}
      </Row>
    </fieldset>
  );
}

type SelectProps = {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
};

function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <select {...ids} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function numberOf(value: string): number | null {
  return value === "" ? null : Number(value);
}

import { useQuery } from "@tanstack/react-query";
import { Minus, Plus } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type JobTemplate, payHintQuery } from "#/api/deskJobs.queries.ts";
import type { WorkLocation } from "#/api/types.ts";
import { formatDollars } from "#/format/pay.ts";
import { m } from "#/messages.gen/messages.js";
import { Art } from "#/ui/Art/Art.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Pill } from "#/ui/Pill/Pill.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import {
  chosenPlaces,
  fillIn,
  findProblems,
  type JobField,
  type JobForm as Form,
  MAX_OPENINGS,
  MAX_PLACES,
  PAY_UNITS,
  SHIFTS,
  STARTS,
  withPlaces,
} from "./fields.ts";
import { JobPreview } from "./JobPreview.tsx";
import { formatProblem, formatShift, formatStart, formatUnit } from "./words.ts";
import styles from "./JobForm.module.css";

const MAX_TEMPLATES = 4;
/** More locations than this can be searched. */
const UNSEARCHED_PLACES = 8;
const YEARS = [0, 1, 2, 3, 5];

interface JobFormProps {
  form: Form;
  places: readonly WorkLocation[];
  /** Whether several locations can be chosen: a new job is posted at each. */
  several?: boolean;
  templates: readonly JobTemplate[];
  /** Errors of single fields from the server. */
  refused: Partial<Record<string, string>>;
  action: string;
  busy: boolean;
  /** Above the form. */
  head: ReactNode;
  /** Below the fields. */
  children?: ReactNode;
  /** Above the button: why it did not work. */
  notice: ReactNode;
  onChange: (form: Form) => void;
  onSend: () => void;
}

/** The form of a job next to what candidates will see. */
export function JobForm({ form, places, several = false, templates, refused, action, busy, head, children, notice, onChange, onSend }: JobFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const reason = useRef<HTMLDivElement>(null);
  const hasNotice = Boolean(notice);
  useEffect(() => {
    // The button is always in view, but what it says of a failed try may not be.
    if (hasNotice) reason.current?.scrollIntoView({ block: "center" });
  }, [hasNotice]);
  const problems = tried ? findProblems(form) : {};
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    const [first] = Object.keys(findProblems(form));
    if (first === undefined) return onSend();
    element.current?.querySelector<HTMLElement>(`[data-field="${first}"] :is(input, select, textarea)`)?.focus();
  };
  const errorOf = (field: JobField) => {
    const problem = problems[field];
    return problem ? formatProblem(problem) : refused[field];
  };
  const place = places.find(({ id }) => id === form.locationId);
  return (
    <form ref={element} noValidate onSubmit={send}>
      <Wide>
        <Stack gap="l">
          {head}
          <div className={styles.columns}>
            <Stack gap="l">
              <Fields {...{ form, places, several, templates, onChange, errorOf }} />
              {children}
            </Stack>
            <Stack className={styles.aside}>
              <JobPreview form={form} place={place} art={templates.find(({ occupation }) => occupation === form.occupation)?.art} />
              <div ref={reason}>{notice}</div>
            </Stack>
          </div>
        </Stack>
      </Wide>
      <BottomBar wide>
        <Button type="submit" full="phone" busy={busy}>
          {action}
        </Button>
      </BottomBar>
    </form>
  );
}

type FieldsProps = Pick<JobFormProps, "form" | "places" | "templates" | "onChange"> & {
  several: boolean;
  errorOf: (field: JobField) => string | undefined;
};

function Fields({ form, places, several, templates, onChange, errorOf }: FieldsProps) {
  const [hinted, setHinted] = useState(form.title);
  const set = (changes: Partial<Form>) => onChange({ ...form, ...changes });
  const pick = (template: JobTemplate) => {
    const filled = fillIn(
      form,
      template,
      templates.find(({ occupation }) => occupation === form.occupation),
    );
    setHinted(filled.title);
    onChange(filled);
  };
  const text = (field: "title" | "payLow" | "payHigh" | "licence", label: string, more: object = {}) => (
    <div data-field={field}>
      <Field
        label={label}
        value={form[field]}
        autoComplete="off"
        maxLength={100}
        error={errorOf(field)}
        onChange={({ target }) => set({ [field]: target.value })}
        {...more}
      />
    </div>
  );
  const choice = (
    field: "payUnit" | "locationId" | "employmentType" | "experienceYears" | "start" | "replyDays",
    label: string,
    options: readonly (readonly [string, string])[],
    hint?: string,
  ) => (
    <div data-field={field}>
      <Field label={label} hint={hint} error={errorOf(field)}>
        {(ids) => (
          <select {...ids} value={form[field]} onChange={({ target }) => set({ [field]: target.value })}>
            {options.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
  const words = (field: "description" | "benefits", label: string, hint: string, most: number, rows: number) => (
    <div data-field={field}>
      <Field label={label} hint={hint} error={errorOf(field)}>
        {(ids) => <textarea {...ids} rows={rows} maxLength={most} value={form[field]} onChange={({ target }) => set({ [field]: target.value })} />}
      </Field>
    </div>
  );
  return (
    <Stack gap="l">
      {templates.length > 0 && <Templates templates={templates} picked={form.occupation} onPick={pick} />}
      {text("title", m.desk_post_title(), { onBlur: () => setHinted(form.title.trim()) })}
      <Stack gap="s">
        <div className={styles.pair}>
          {text("payLow", m.desk_post_pay_low(), { inputMode: "decimal", maxLength: 12, placeholder: "$" })}
          {text("payHigh", m.desk_post_pay_high(), { inputMode: "decimal", maxLength: 12, placeholder: "$" })}
        </div>
        {choice(
          "payUnit",
          m.desk_post_pay_unit(),
          PAY_UNITS.map((unit) => [unit, formatUnit(unit)] as const),
        )}
        <PayHint title={hinted} occupation={form.occupation} place={form.locationId} />
      </Stack>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{m.desk_post_shifts()}</legend>
        <div className={styles.pills}>
          {SHIFTS.map((shift) => {
            const on = form.shifts.includes(shift);
            const shifts = on ? form.shifts.filter((one) => one !== shift) : SHIFTS.filter((one) => one === shift || form.shifts.includes(one));
            return (
              <Pill key={shift} on={on} onClick={() => set({ shifts })}>
                {formatShift(shift)}
              </Pill>
            );
          })}
        </div>
      </fieldset>
      {choice("employmentType", m.desk_post_hours(), [
        ["", m.desk_post_hours_either()],
        ["full-time", m.desk_post_hours_full()],
        ["part-time", m.desk_post_hours_part()],
      ])}
      {several && places.length > 1 ? (
        <Places form={form} places={places} error={errorOf("locationId")} onChange={onChange} />
      ) : (
        choice("locationId", m.desk_post_place(), [
          ...(form.locationId === "" ? [["", m.desk_post_place_choose()] as const] : []),
          ...places.map((place) => [place.id, [place.name, addressOf(place)].join(", ")] as const),
        ])
      )}
      {!form.alwaysHiring && <Openings count={form.openings} several={form.alsoAt.length > 0} onChange={(openings) => set({ openings })} />}
      <OptionCard
        type="checkbox"
        label={m.desk_post_always()}
        detail={m.desk_post_always_hint()}
        checked={form.alwaysHiring}
        onChange={({ target }) => set({ alwaysHiring: target.checked })}
      />
      {words("description", m.desk_post_duties(), m.desk_post_duties_hint(), 3000, 6)}
      {words("benefits", m.desk_post_benefits(), m.desk_post_benefits_hint(), 600, 3)}
      {choice("experienceYears", m.desk_post_experience(), [
        ["", m.desk_post_not_stated()],
        ...YEARS.concat(form.experienceYears !== "" && !YEARS.includes(Number(form.experienceYears)) ? [Number(form.experienceYears)] : []).map(
          (count) => [String(count), count === 0 ? m.desk_post_experience_none() : m.desk_post_years({ count })] as const,
        ),
      ])}
      {text("licence", m.desk_post_licence())}
      {choice("start", m.desk_post_start(), [["", m.desk_post_not_stated()], ...STARTS.map((start) => [start, formatStart(start)] as const)])}
      {choice(
        "replyDays",
        m.desk_post_reply(),
        [["", m.desk_post_reply_usual()], ...["1", "2", "3", "4", "5"].map((days) => [days, m.desk_team_working_days({ count: Number(days) })] as const)],
        m.desk_post_reply_hint(),
      )}
    </Stack>
  );
}

function Templates({ templates, picked, onPick }: { templates: readonly JobTemplate[]; picked: string; onPick: (template: JobTemplate) => void }) {
  const [all, setAll] = useState(() => templates.findIndex(({ occupation }) => occupation === picked) >= MAX_TEMPLATES);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{m.desk_post_templates()}</legend>
      <div className={styles.templates}>
        {(all ? templates : templates.slice(0, MAX_TEMPLATES)).map((template) => (
          <label key={template.occupation} className={styles.template}>
            <input type="radio" name="template" checked={template.occupation === picked} onChange={() => onPick(template)} className={styles.mark} />
            <Art name={template.art} className={styles.art} />
            {template.title}
          </label>
        ))}
      </div>
      {!all && <TextLink onClick={() => setAll(true)}>{m.desk_post_more_templates()}</TextLink>}
    </fieldset>
  );
}

/** What similar jobs nearby pay. Says nothing while that is unknown. */
function PayHint({ title, occupation, place }: { title: string; occupation: string; place: string }) {
  const { data: pay } = useQuery(payHintQuery(title, occupation, place));
  return (
    <Text size="small" quiet role="status">
      {pay ? m.desk_post_pay_hint({ ...pay, low: formatDollars(pay.low), high: formatDollars(pay.high) }) : m.desk_post_pay_first()}
    </Text>
  );
}

const addressOf = ({ street, city }: WorkLocation) => street ?? city;

type PlacesProps = Pick<JobFormProps, "form" | "places" | "onChange"> & { error: string | undefined };

/** Where a new job is posted: once at each location that is chosen. */
function Places({ form, places, error, onChange }: PlacesProps) {
  const [wanted, setWanted] = useState("");
  const errorId = useId();
  const chosen = chosenPlaces(form);
  const set = (ids: readonly string[]) => onChange(withPlaces(form, ids, places));
  const text = (place: WorkLocation) => `${place.name} ${addressOf(place)} ${place.city}`.toLowerCase();
  const shown = places.filter((place) => text(place).includes(wanted.trim().toLowerCase()));
  const all = places.length <= MAX_PLACES;
  return (
    <fieldset className={styles.group} data-field="locationId" aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>{m.desk_post_places()}</legend>
      <Stack gap="s">
        <Text size="small" quiet>
          {m.desk_post_places_hint()}
        </Text>
        {places.length > UNSEARCHED_PLACES && (
          <Field type="search" label={m.desk_post_places_find()} value={wanted} autoComplete="off" onChange={({ target }) => setWanted(target.value)} />
        )}
        <div className={styles.places}>
          {shown.map((place) => (
            <OptionCard
              key={place.id}
              type="checkbox"
              bare
              label={place.name}
              detail={addressOf(place)}
              checked={chosen.includes(place.id)}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) => set(target.checked ? [...chosen, place.id] : chosen.filter((id) => id !== place.id))}
            />
          ))}
          {shown.length === 0 && <Text size="small">{m.desk_post_places_none()}</Text>}
        </div>
        <Row wrap>
          <Text size="small" role="status">
            {m.desk_post_places_chosen({ count: chosen.length })}
          </Text>
          {all && chosen.length < places.length && <TextLink onClick={() => set(places.map(({ id }) => id))}>{m.desk_post_places_all()}</TextLink>}
        </Row>
        {error && (
          <Text size="small" id={errorId} className={styles.error}>
            {error}
          </Text>
        )}
      </Stack>
    </fieldset>
  );
}

export function Openings({ count, several = false, onChange }: { count: number; several?: boolean; onChange: (count: number) => void }) {
  const to = (next: number) => onChange(Math.min(MAX_OPENINGS, Math.max(1, next)));
  return (
    <div data-field="openings">
      <Field label={several ? m.desk_post_openings_each() : m.desk_post_openings()}>
        {({ className, ...ids }) => (
          <div className={styles.stepper}>
            <button type="button" aria-label={m.desk_post_fewer()} onClick={() => to(count - 1)} className={styles.step}>
              <Icon as={Minus} />
            </button>
            <input
              {...ids}
              className={`${className} ${styles.count}`}
              inputMode="numeric"
              maxLength={3}
              value={count}
              onChange={({ target }) => to(Number(target.value.replaceAll(/\D/g, "")) || 1)}
            />
            <button type="button" aria-label={m.desk_post_more()} onClick={() => to(count + 1)} className={styles.step}>
              <Icon as={Plus} />
            </button>
          </div>
        )}
      </Field>
    </div>
  );
}

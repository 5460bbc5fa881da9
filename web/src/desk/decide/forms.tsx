import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { DecideOptions } from "#/api/types.ts";
import { formatShortDay, formatTimeIn } from "#/format/calendar.ts";
import { formatExcess } from "#/format/length.ts";
import { formatPay } from "#/format/pay.ts";
import { calendarDate, formatZone, isOwnZone } from "#/format/zones.ts";
import { TemplatePicker } from "#/desk/templates/TemplatePicker.tsx";
import { useShortcuts, useShortcutsOn } from "#/desk/useShortcuts.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { type Draft, type DraftField, MAX_WORDS, toggleTime } from "./draft.ts";
import { pageOfTimes } from "./times.ts";
import { type DecideAction, formatAvailability, formatReason, REASONS } from "./words.ts";
import styles from "./forms.module.css";

/** Characters of a street. */
const MAX_STREET = 200;

type FormProps = {
  options: DecideOptions;
  draft: Draft;
  /** Fields to complain about. */
  missing: readonly DraftField[];
  /** Whether several people get the same words: a template would be filled in for one of them. */
  several?: boolean;
  onChange: (draft: Partial<Draft>) => void;
};

export function DecideForm({ action, ...props }: FormProps & { action: DecideAction }) {
  switch (action) {
    case "invite":
      return <InviteForm {...props} />;
    case "ask":
      return <AskForm {...props} />;
    case "offer":
      return <OfferForm {...props} />;
    case "decline":
      return <DeclineForm {...props} />;
  }
}

function InviteForm({ options, draft, missing, several = false, onChange }: FormProps) {
  const { zone, minutes, days } = options;
  const [first, setFirst] = useState(0);
  const [only, setOnly] = useState("");
  const hint = formatAvailability(options);
  const { days: shown, next } = pageOfTimes(days, draft.times, first, only);
  return (
    <>
      {options.wishedTimes && (
        <Banner tone="plain" title={m.desk_decide_wished_times({ name: options.firstName })}>
          {m.desk_person_quote({ quote: options.wishedTimes })}
        </Banner>
      )}
      {hint && (
        <Text size="small" strong className={styles.hint}>
          {hint}
        </Text>
      )}
      <Stack gap="m" data-field="times">
        {days.length === 0 && <Text quiet>{m.desk_decide_no_times()}</Text>}
        {shown.map(({ day, times }) => (
          <fieldset key={day} className={styles.day}>
            <legend className={styles.legend}>{formatDay(day, zone)}</legend>
            <div className={styles.times}>
              {times.map(({ startsAt, busy }) => {
                const time = formatTimeIn(zone, startsAt);
                return (
                  <label key={startsAt} className={styles.time}>
                    <input
                      type="checkbox"
                      checked={draft.times.includes(startsAt)}
                      disabled={busy}
                      aria-label={busy ? m.desk_decide_busy({ time }) : undefined}
                      onChange={() => onChange({ times: toggleTime(draft.times, startsAt) })}
                      className={styles.mark}
                    />
                    <Icon as={Check} size="s" className={styles.tick} />
                    {time}
                  </label>
                );
              })}
            </div>
          </fieldset>
        ))}
        {days.length > 1 && (
          <Field label={m.desk_decide_times_day()}>
            {(ids) => (
              <select
                {...ids}
                value={only}
                onChange={({ target }) => {
                  setOnly(target.value);
                  setFirst(0);
                }}
              >
                <option value="">{m.desk_decide_times_day_all()}</option>
                {days.map(({ day }) => (
                  <option key={day} value={day}>
                    {formatDay(day, zone)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {(next !== null || first > 0) && (
          <div>
            <TextLink onClick={() => setFirst(next ?? 0)}>{next === null ? m.desk_decide_where_first_times() : m.desk_decide_more_times()}</TextLink>
          </div>
        )}
        {missing.includes("times") && <Problem>{m.desk_decide_missing_times()}</Problem>}
      </Stack>
      <Text size="small" quiet>
        {isOwnZone(zone) ? m.desk_decide_times_hint_here({ minutes }) : m.desk_decide_times_hint({ zone: formatZone(zone), minutes })}
      </Text>
      <Place {...{ options, draft, missing, onChange }} />
      <TextField field="askFor" label={m.desk_decide_who()} most={120} error={m.desk_decide_missing_ask_for()} {...{ draft, missing, onChange }} />
      <Words
        field="inviteWords"
        label={m.desk_decide_words()}
        hint={m.desk_decide_words_optional()}
        purpose={several ? null : "invite"}
        {...{ options, draft, onChange }}
      />
    </>
  );
}

function AskForm({ options, draft, missing, onChange }: FormProps) {
  const { firstName: name } = options;
  const error = missing.includes("question") && draft.question.trim() === "" ? m.desk_decide_missing_question() : undefined;
  return (
    <Words
      field="question"
      label={m.desk_decide_question()}
      hint={m.desk_decide_question_hint({ name })}
      error={error}
      purpose="ask"
      {...{ options, draft, onChange }}
    />
  );
}

function OfferForm({ options, draft, missing, onChange }: FormProps) {
  const pay = formatPay({ low: options.payLow, high: options.payHigh });
  const rest = { draft, missing, onChange };
  return (
    <>
      <TextField
        field="pay"
        label={m.desk_decide_pay()}
        hint={pay ? m.desk_decide_pay_hint({ pay }) : undefined}
        most={8}
        decimal
        error={m.desk_decide_missing_pay()}
        {...rest}
      />
      <div data-field="startOn">
        <Field
          label={m.desk_decide_start()}
          type="date"
          value={draft.startOn}
          error={missing.includes("startOn") ? m.desk_decide_missing_start() : undefined}
          onChange={({ target }) => onChange({ startOn: target.value })}
        />
      </div>
      <TextField
        field="firstShift"
        label={m.desk_decide_shift()}
        hint={m.desk_decide_shift_hint()}
        most={200}
        error={m.desk_decide_missing_shift()}
        {...rest}
      />
      <Place options={options} {...rest} />
      <TextField field="bring" label={m.desk_decide_bring()} hint={m.desk_decide_words_optional()} most={500} {...rest} />
      <Words field="offerWords" label={m.desk_decide_words()} hint={m.desk_decide_words_optional()} purpose="offer" {...{ options, draft, onChange }} />
    </>
  );
}

function DeclineForm({ options, draft, missing, onChange }: FormProps) {
  useShortcuts(Object.fromEntries(REASONS.map((reason, at) => [`${at + 1}`, () => onChange({ reason })])));
  const keys = useShortcutsOn();
  return (
    <>
      <fieldset className={styles.day} data-field="reason">
        <legend className={styles.legend}>{m.desk_decide_reason()}</legend>
        {keys && (
          <Text size="small" quiet className={styles.keys}>
            {m.desk_decide_reason_keys({ last: REASONS.length })}
          </Text>
        )}
        <Stack gap="xs">
          {REASONS.map((reason) => (
            <OptionCard
              key={reason}
              type="radio"
              name="reason"
              label={formatReason(reason)}
              checked={draft.reason === reason}
              onChange={() => onChange({ reason })}
            />
          ))}
          {missing.includes("reason") && <Problem>{m.desk_decide_missing_reason()}</Problem>}
        </Stack>
      </fieldset>
      <Words field="declineWords" label={m.desk_decide_words()} hint={m.desk_decide_fair_hint()} purpose="decline" {...{ options, draft, onChange }} />
    </>
  );
}

type TextKey = Exclude<keyof Draft, "times" | "reason" | "city">;
type Shared = Pick<FormProps, "draft" | "onChange"> & { field: TextKey; label: string; hint?: string | undefined; error?: string | undefined };

/** Where they meet or work. The street of a location that has none is asked for here, once, and kept. */
function Place({ options: { withoutStreet }, ...rest }: FormProps) {
  const { draft, onChange } = rest;
  const asked = withoutStreet && draft.city !== null;
  return (
    <Stack gap="xs">
      <TextField
        field="place"
        label={m.desk_decide_where()}
        hint={asked ? m.desk_decide_where_street({ city: withoutStreet.city }) : undefined}
        most={asked ? MAX_STREET : 300}
        error={m.desk_decide_missing_place()}
        {...rest}
      />
      {withoutStreet && (
        <OptionCard
          type="checkbox"
          bare
          label={m.desk_decide_where_keep({ location: withoutStreet.name })}
          checked={draft.city !== null}
          onChange={() => onChange({ city: asked ? null : withoutStreet.city })}
        />
      )}
    </Stack>
  );
}

function TextField({
  field,
  missing,
  error,
  most,
  decimal = false,
  draft,
  onChange,
  ...words
}: Shared & { missing: readonly DraftField[]; most: number; decimal?: boolean }) {
  return (
    <div data-field={field}>
      <Field
        {...words}
        value={draft[field]}
        maxLength={most}
        inputMode={decimal ? "decimal" : "text"}
        autoComplete="off"
        error={missing.some((one) => one === field) ? error : undefined}
        onChange={({ target }) => onChange({ [field]: target.value })}
      />
    </div>
  );
}

/** Without a purpose there are no templates. */
type WordsProps = Shared & { options: DecideOptions; purpose: DecideAction | null };

function Words({ field, options, purpose, draft, onChange, error, ...words }: WordsProps) {
  return (
    <div data-field={field}>
      <Field {...words} error={error ?? formatExcess(draft[field], MAX_WORDS)}>
        {(ids) => <textarea {...ids} rows={3} value={draft[field]} onChange={({ target }) => onChange({ [field]: target.value })} />}
      </Field>
      {purpose && <TemplatePicker id={options.id} purpose={purpose} text={draft[field]} onPick={(text) => onChange({ [field]: text })} />}
    </div>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <Text size="small" role="alert" className={styles.problem}>
      {children}
    </Text>
  );
}

/** Example: "Tomorrow, May 14" or "Fri, May 15". */
function formatDay(date: string, zone: string): string {
  const { weekday, day } = formatShortDay(date);
  const local = (moment: number) => calendarDate(zone, new Date(moment));
  const now = Date.now();
  if (date === local(now)) return m.desk_decide_today({ day });
  return date === local(now + 86_400_000) ? m.desk_decide_tomorrow({ day }) : m.desk_decide_day({ weekday, day });
}

import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { DecideOptions } from "#/api/types.ts";
import { TemplatePicker } from "#/desk/templates/TemplatePicker.tsx";
import { useShortcuts, useShortcutsOn } from "#/desk/useShortcuts.ts";
import { formatShortDay, formatTimeIn } from "#/format/calendar.ts";
import { formatReplyDay } from "#/format/due.ts";
import { formatExcess } from "#/format/length.ts";
import { formatPay } from "#/format/pay.ts";
import { calendarDate, formatZone, isOwnZone } from "#/format/zones.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { type Draft, type DraftField, MAX_WORDS, readPay, toggleTime } from "./draft.ts";
import styles from "./forms.module.css";
import { type Fair, FairWords } from "./FairWords.tsx";
import { type DecideAction, formatAvailability, formatReason, REASONS } from "./words.ts";

/** Characters of a street. */
const MAX_STREET = 200;

type FormProps = {
  options: DecideOptions;
  draft: Draft;
  /** Fields to complain about. */
  missing: readonly DraftField[];
  /** Whether several people get the same words: a template would be filled in for one of them. */
  several?: boolean;
  /** Words about protected traits in what was written. */
  fair: Fair;
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

function InviteForm({ options, draft, missing, several = false, fair, onChange }: FormProps) {
  const { zone, minutes, days } = options;
  const [most, setMost] = useState(SHOWN);
  const [only, setOnly] = useState("");
  const hint = formatAvailability(options);
  const { days: shown, more } = firstTimes(days, draft.times, most, only);
  return (
    <>
      {options.wishedTimes && (
        <Banner tone="plain" title={m.desk_decide_wished_times({ name: options.firstName })}>
          <p>{m.desk_person_quote({ quote: options.wishedTimes })}</p>
          <p>
            {days.some(({ times }) => times.some(isAsked))
              ? m.desk_decide_wished_first({ name: options.firstName })
              : m.desk_decide_wished_none({ name: options.firstName })}
          </p>
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
              {times.map(({ startsAt, busy, elsewhere, refused }) => {
                const at = formatTimeIn(zone, startsAt);
                const time = refused ? m.desk_decide_refused_time({ time: at }) : elsewhere ? m.desk_decide_elsewhere({ time: at }) : at;
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
                  setMost(SHOWN);
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
        {more > 0 && (
          <div>
            <TextLink onClick={() => setMost(most + SHOWN)}>{m.desk_decide_more_times({ count: Math.min(more, SHOWN) })}</TextLink>
          </div>
        )}
        {missing.includes("times") && <Problem>{m.desk_decide_missing_times()}</Problem>}
      </Stack>
      <Text size="small" quiet>
        {isOwnZone(zone) ? m.desk_decide_times_hint_here({ minutes }) : m.desk_decide_times_hint({ zone: formatZone(zone), minutes })}
        {shown.some(({ times }) => times.some(({ busy }) => busy)) && ` ${m.desk_decide_times_busy()}`}
      </Text>
      <Place {...{ options, draft, missing, fair, onChange }} />
      <TextField field="askFor" label={m.desk_decide_who()} most={120} error={m.desk_decide_missing_ask_for()} {...{ draft, missing, fair, onChange }} />
      <Words
        field="inviteWords"
        label={m.desk_decide_words()}
        hint={m.desk_decide_words_optional()}
        purpose={several ? null : "invite"}
        {...{ options, draft, fair, onChange }}
      />
    </>
  );
}

function AskForm({ options, draft, missing, fair, onChange }: FormProps) {
  const { firstName: name, replyStays, zone } = options;
  const error = missing.includes("question") && draft.question.trim() === "" ? m.desk_decide_missing_question() : undefined;
  return (
    <Words
      field="question"
      label={m.desk_decide_question()}
      hint={replyStays ? m.desk_decide_question_stays({ name, day: formatReplyDay(replyStays, zone) }) : m.desk_decide_question_hint({ name })}
      error={error}
      purpose="ask"
      {...{ options, draft, fair, onChange }}
    />
  );
}

function OfferForm({ options, draft, missing, fair, onChange }: FormProps) {
  const pay = formatPay({ low: options.payLow, high: options.payHigh });
  const rest = { draft, missing, fair, onChange };
  return (
    <>
      <Stack gap="xs">
        <TextField
          field="pay"
          label={m.desk_decide_pay()}
          hint={pay ? m.desk_decide_pay_hint({ pay }) : undefined}
          most={8}
          decimal
          error={m.desk_decide_missing_pay()}
          {...rest}
        />
        <LowPay {...{ options, draft }} />
        <OpeningsTaken openings={options.openings} />
      </Stack>
      <div data-field="startOn">
        <Field
          label={m.desk_decide_start()}
          type="date"
          value={draft.startOn}
          error={missing.includes("startOn") ? m.desk_decide_missing_start() : undefined}
          onChange={({ target }) => onChange({ startOn: target.value, ...answerBefore(target.value, draft.answerBy) })}
        />
      </div>
      <div data-field="answerBy">
        <Field
          label={m.desk_decide_answer_by()}
          type="date"
          value={draft.answerBy}
          error={missing.includes("answerBy") ? m.desk_decide_missing_answer_by() : undefined}
          onChange={({ target }) => onChange({ answerBy: target.value })}
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
      <Words field="offerWords" label={m.desk_decide_words()} hint={m.desk_decide_words_optional()} purpose="offer" {...{ options, draft, fair, onChange }} />
    </>
  );
}

/** Warns of less than the least that the job was posted with. The member decides. */
function LowPay({ options: { firstName: name, payLow: low, payHigh: high }, draft }: Pick<FormProps, "options" | "draft">) {
  const pay = readPay(draft.pay);
  const posted = pay !== null && low !== null && pay < low && formatPay({ low, high });
  return (
    <div role="status">
      {posted && (
        <Banner tone="plain" title={m.desk_decide_pay_low()}>
          {m.desk_decide_pay_low_text({ pay: posted, name })}
        </Banner>
      )}
    </div>
  );
}

/** Warns of an offer for which no opening would be left. The member decides. */
function OpeningsTaken({ openings: of }: Pick<DecideOptions, "openings">) {
  if (of === null || of.hired + of.offered < of.openings) return null;
  const [openings, hired, offers] = [of.openings, of.hired, of.offered];
  const title = [
    m.desk_decide_openings({ count: openings }),
    m.desk_decide_openings_hired({ count: hired }),
    m.desk_decide_openings_offered({ count: offers }),
  ];
  return (
    <Banner tone="plain" title={title.join(", ")}>
      {m.desk_decide_openings_text()}
    </Banner>
  );
}

/** An answer is asked for by the first day at the latest. */
function answerBefore(startOn: string, answerBy: string): Partial<Draft> {
  return startOn >= calendarDate("UTC", new Date()) && startOn < answerBy ? { answerBy: startOn } : {};
}

function DeclineForm({ options, draft, missing, fair, onChange }: FormProps) {
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
      <Words
        field="declineWords"
        label={draft.reason === "other" ? m.desk_decide_own_reason() : m.desk_decide_words()}
        hint={m.desk_decide_fair_hint()}
        error={missing.includes("declineWords") && draft.declineWords.trim() === "" ? m.desk_decide_missing_words() : undefined}
        purpose="decline"
        {...{ options, draft, fair, onChange }}
      />
    </>
  );
}

type TextKey = Exclude<keyof Draft, "times" | "reason" | "city">;
type Shared = Pick<FormProps, "draft" | "fair" | "onChange"> & { field: TextKey; label: string; hint?: string | undefined; error?: string | undefined };

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
  fair,
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
      <FairWords {...fair} text={draft[field]} />
    </div>
  );
}

/** Without a purpose there are no templates. */
type WordsProps = Shared & { options: DecideOptions; purpose: DecideAction | null };

function Words({ field, options, purpose, draft, fair, onChange, error, ...words }: WordsProps) {
  return (
    <div data-field={field}>
      <Field {...words} error={error ?? formatExcess(draft[field], MAX_WORDS)}>
        {(ids) => <textarea {...ids} rows={3} value={draft[field]} onChange={({ target }) => onChange({ [field]: target.value })} />}
      </Field>
      <FairWords {...fair} text={draft[field]} />
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

type Day = DecideOptions["days"][number];
type Time = Day["times"][number];

/** Times that are shown first, and with each press on "more". */
export const SHOWN = 12;

/** Times of one day before those of the next days. */
const PER_DAY = 4;

/** Returns the times in the order in which they are shown: the best ones of all days, then the next best of all days. */
export function orderTimes(days: readonly Day[]): Time[] {
  return RANKS.flatMap((wanted) => inRounds(days, (time) => rank(time) === wanted));
}

/** Whether the candidate asked for such a time, and it can be offered. */
const isAsked = ({ asked, busy, elsewhere, refused }: Time) => asked && !busy && !elsewhere && !refused;

/** Returns such times: of each day the first ones, then the next ones of each. */
function inRounds(days: readonly Day[], isWanted: (time: Time) => boolean): Time[] {
  const wanted = days.map(({ times }) => times.filter(isWanted));
  const rounds = Math.ceil(Math.max(0, ...wanted.map(({ length }) => length)) / PER_DAY);
  return Array.from({ length: rounds }, (_, round) => wanted.flatMap((times) => times.slice(round * PER_DAY, (round + 1) * PER_DAY))).flat();
}

const RANKS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Until then, only usual hours are offered before others: nobody means the rest of this evening. */
const SHORT_NOTICE_MS = 12 * 3_600_000;

/**
 * Times that the candidate asked for come first, then those at which they can work, then the member's usual hours; of each, those that are
 * both. Times that the candidate refused, or at which the member is busy, come last, and before them unusual hours at short notice.
 */
function rank(time: Time): (typeof RANKS)[number] {
  const { busy, elsewhere, refused, usual, fits } = time;
  if (busy) return 8;
  if (elsewhere) return 7;
  if (refused) return 6;
  if (isAsked(time)) return usual ? 0 : 1;
  if (!usual && Date.parse(time.startsAt) < Date.now() + SHORT_NOTICE_MS) return 5;
  if (fits) return usual ? 2 : 3;
  return usual ? 4 : 5;
}

/**
 * Returns the chosen times and the best others up to `most` in all, by day, and how many times are left out.
 * `only`: the day of the others; "" for all.
 */
export function firstTimes(days: readonly Day[], chosen: readonly string[], most: number, only = ""): { days: Day[]; more: number } {
  const others = orderTimes(days.filter(({ day }) => only === "" || day === only)).filter(({ startsAt }) => !chosen.includes(startsAt));
  const room = Math.max(0, most - chosen.length);
  const found = new Set(others.slice(0, room));
  const shown = days.map((day) => ({ ...day, times: day.times.filter((one) => chosen.includes(one.startsAt) || found.has(one)) }));
  return { days: shown.filter(({ times }) => times.length > 0), more: Math.max(0, others.length - room) };
}

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { slotsQuery } from "#/api/schedule.queries.ts";
import { formatDayIn, formatShortDay, formatTimeIn } from "#/format/calendar.ts";
import { m } from "#/messages.gen/messages.js";
import { nowIso } from "#/platform/clock.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Skeleton } from "#/ui/Skeleton/Skeleton.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import styles from "./Calendar.module.css";
import { type Day, daysAfter, daysOf, type Part, partsOf, todayIn } from "./times.ts";
import { ZoneField } from "./ZoneField.tsx";

const DAYS = 14;

interface CalendarProps {
  zone: string;
  onZone: (zone: string) => void;
  chosen: string | null;
  onChoose: (slot: string) => void;
}

/**
 * Free times, two weeks at a time: first the day, then the hour. Each is a group of radio buttons with one tab stop.
 */
export function Calendar({ zone, onZone, chosen, onChoose }: CalendarProps) {
  const today = todayIn(zone, nowIso());
  const [first, setFirst] = useState(() => (chosen ? todayIn(zone, chosen) : today));
  const begin = first > today ? first : today;
  // The previous times stay until the new ones have loaded: the focused element must not disappear in between.
  const query = useQuery({ ...slotsQuery(zone, begin), placeholderData: (before) => before });
  return (
    <Stack gap="l">
      <ZoneField zone={zone} onZone={onZone} />
      <QueryState
        query={query}
        loading={<Loading />}
        failed={(_error, retry) => (
          <Empty art="compass" title={m.booking_failed()} text={m.booking_failed_text()}>
            <Button variant="second" {...retry}>
              {m.ui_retry()}
            </Button>
          </Empty>
        )}
      >
        {({ slots, later }) => {
          const days = daysOf(slots, zone);
          return (
            <>
              <Days key={days[0]?.date} days={days} zone={zone} chosen={chosen} onChoose={onChoose} />
              {(begin > today || later) && (
                <Row spread wrap>
                  <Page label={m.booking_earlier()} possible={begin > today} onGo={() => setFirst(daysAfter(begin, -DAYS))} />
                  <Page label={m.booking_later()} possible={later} onGo={() => setFirst(daysAfter(begin, DAYS))} />
                </Row>
              )}
            </>
          );
        }}
      </QueryState>
    </Stack>
  );
}

function Loading() {
  return (
    <Stack gap="s" aria-busy="true">
      <Skeleton width={0.4} />
      <Skeleton tall />
      <Skeleton tall />
    </Stack>
  );
}

/** A button for other days. It stays mounted, with the focus, when there are no more. */
function Page({ label, possible, onGo }: { label: string; possible: boolean; onGo: () => void }) {
  return (
    <TextLink aria-disabled={!possible || undefined} onClick={() => possible && onGo()}>
      {label}
    </TextLink>
  );
}

type DaysProps = Pick<CalendarProps, "zone" | "chosen" | "onChoose"> & { days: Day[] };

function Days({ days, zone, chosen, onChoose }: DaysProps) {
  const name = useId();
  const [picked, setPicked] = useState<string | null>(null);
  const ofChosen = days.find(({ slots }) => chosen !== null && slots.includes(chosen));
  const day = days.find(({ date }) => date === picked) ?? ofChosen ?? days[0];
  if (!day) return <Empty art="compass" title={m.booking_none()} text={m.booking_none_text()} />;
  return (
    <>
      <fieldset className={styles.group}>
        <legend className={styles.title}>
          <Heading level={2} size={3}>
            {m.booking_day()}
          </Heading>
        </legend>
        <div className={styles.days} ref={showChosen}>
          {days.map(({ date, slots }) => (
            <DayChoice key={date} name={`${name}day`} date={date} count={slots.length} on={date === day.date} onPick={() => setPicked(date)} />
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.title}>
          <Heading level={2} size={3}>
            {formatDayIn(zone, day.slots[0] ?? "")}
          </Heading>
        </legend>
        {partsOf(day.slots, zone).map(({ part, slots }) => (
          <fieldset key={part} className={styles.part}>
            <legend className={styles.legend}>{PARTS[part]()}</legend>
            <div className={styles.times}>
              {slots.map((slot) => (
                <label key={slot} className={styles.choice}>
                  <input type="radio" name={`${name}time`} checked={slot === chosen} onChange={() => onChoose(slot)} className={styles.mark} />
                  <span className={styles.time}>{formatTimeIn(zone, slot)}</span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </fieldset>
    </>
  );
}

const PARTS: Record<Part, () => string> = {
  morning: m.booking_morning,
  afternoon: m.booking_afternoon,
  evening: m.booking_evening,
};

/** On a phone the days are one swipeable row: scroll it to the selected one. */
function showChosen(row: HTMLElement | null): void {
  const on = row?.querySelector("input:checked")?.parentElement;
  if (row && on) row.scrollLeft = on.offsetLeft - row.offsetLeft - on.offsetWidth / 2;
}

interface DayChoiceProps {
  name: string;
  date: string;
  count: number;
  on: boolean;
  onPick: () => void;
}

function DayChoice({ name, date, count, on, onPick }: DayChoiceProps) {
  const { weekday, day } = formatShortDay(date);
  return (
    <label className={styles.choice}>
      <input type="radio" name={name} checked={on} onChange={onPick} className={styles.mark} />
      <span className={styles.day}>
        <span className={styles.weekday}>{weekday}</span> <b>{day}</b> <span className={styles.count}>{m.booking_times({ count })}</span>
      </span>
    </label>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { slotsQuery } from "#/api/schedule.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { nowIso } from "#/platform/clock.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Skeleton } from "#/ui/Skeleton/Skeleton.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import styles from "./Calendar.module.css";
import { type Day, dayOf, daysAfter, daysOf, type Part, partsOf, shortDay, timeOf, todayIn } from "./times.ts";
import { ZoneField } from "./ZoneField.tsx";

const DAYS = 14;

interface CalendarProps {
  zone: string;
  onZone: (zone: string) => void;
  chosen: string | null;
  onChoose: (slot: string) => void;
}

/** Free times, two weeks at a time: first the day, then the hour. */
export function Calendar({ zone, onZone, chosen, onChoose }: CalendarProps) {
  const today = todayIn(zone, nowIso());
  const [first, setFirst] = useState(() => (chosen ? todayIn(zone, chosen) : today));
  const begin = first > today ? first : today;
  const { data, isError, isPending, refetch } = useQuery(slotsQuery(zone, begin));
  return (
    <Stack gap="l">
      <ZoneField zone={zone} onZone={onZone} />
      {isPending && (
        <Stack gap="s" aria-busy="true">
          <Skeleton width={0.4} />
          <Skeleton tall />
          <Skeleton tall />
        </Stack>
      )}
      {isError && (
        <Empty art="keys" title={m.booking_failed()} text={m.booking_failed_text()}>
          <Button variant="second" onClick={() => void refetch()}>
            {m.booking_retry()}
          </Button>
        </Empty>
      )}
      {data && <Days key={begin} days={daysOf(data.slots, zone)} zone={zone} chosen={chosen} onChoose={onChoose} />}
      <Row spread wrap>
        {begin > today && (
          <TextLink onClick={() => setFirst(daysAfter(begin, -DAYS))}>{m.booking_earlier()}</TextLink>
        )}
        {data?.later && <TextLink onClick={() => setFirst(daysAfter(begin, DAYS))}>{m.booking_later()}</TextLink>}
      </Row>
    </Stack>
  );
}

type DaysProps = Pick<CalendarProps, "zone" | "chosen" | "onChoose"> & { days: Day[] };

function Days({ days, zone, chosen, onChoose }: DaysProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const ofChosen = days.find(({ slots }) => chosen !== null && slots.includes(chosen));
  const day = days.find(({ date }) => date === picked) ?? ofChosen ?? days[0];
  if (!day) return <Empty art="keys" title={m.booking_none()} text={m.booking_none_text()} />;
  return (
    <>
      <Stack gap="s" as="section">
        <Heading level={2} size={3}>{m.booking_day()}</Heading>
        <div className={styles.days}>
          {days.map(({ date, slots }) => (
            <DayButton key={date} date={date} count={slots.length} on={date === day.date} onPick={() => setPicked(date)} />
          ))}
        </div>
      </Stack>
      <Stack gap="s" as="section">
        <Heading level={2} size={3}>{dayOf(day.slots[0] ?? "", zone)}</Heading>
        {partsOf(day.slots, zone).map(({ part, slots }) => (
          <fieldset key={part} className={styles.part}>
            <legend className={styles.legend}>{PARTS[part]()}</legend>
            <div className={styles.times}>
              {slots.map((slot) => (
                <button
                  key={slot}
                  type="button"
                  aria-pressed={slot === chosen}
                  className={styles.time}
                  onClick={() => onChoose(slot)}
                >
                  {timeOf(slot, zone)}
                </button>
              ))}
            </div>
          </fieldset>
        ))}
      </Stack>
    </>
  );
}

const PARTS: Record<Part, () => string> = {
  morning: m.booking_morning,
  afternoon: m.booking_afternoon,
  evening: m.booking_evening,
};

interface DayButtonProps {
  date: string;
  count: number;
  on: boolean;
  onPick: () => void;
}

function DayButton({ date, count, on, onPick }: DayButtonProps) {
  const { weekday, day } = shortDay(date);
  return (
    <button type="button" aria-pressed={on} className={styles.day} onClick={onPick}>
      <span className={styles.weekday}>{weekday}</span>
      <b>{day}</b>
      <span className={styles.count}>{count === 1 ? m.booking_one_time() : m.booking_times({ count })}</span>
    </button>
  );
}

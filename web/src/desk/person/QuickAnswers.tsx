import type { Person } from "#/api/deskPerson.queries.ts";
import { formatList } from "#/format/lists.ts";
import { formatDollars } from "#/format/pay.ts";
import { m } from "#/messages.gen/messages.js";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./QuickAnswers.module.css";

type Names = Partial<Record<string, () => string>>;

/** What the candidate answered to the quick questions, if they share it. */
export function QuickAnswers({ person: { quick, firstName: name } }: { person: Person }) {
  if (!quick)
    return (
      <Text size="small" quiet>
        {m.desk_person_quick_not_shared({ name })}
      </Text>
    );
  const { start, employmentType, availability, hourlyRate, experience, distance } = quick;
  const facts = [
    { name: m.desk_person_quick_start(), value: nameOf(STARTS, start) },
    { name: m.desk_person_quick_hours(), value: nameOf(HOURS, employmentType) },
    { name: m.desk_person_quick_times(), value: formatList(availability.map((one) => nameOf(TIMES, one) ?? one)) },
    { name: m.desk_person_quick_pay(), value: hourlyRate === null ? null : m.desk_person_quick_pay_from({ pay: formatDollars(hourlyRate) }) },
    { name: m.desk_person_quick_experience(), value: nameOf(EXPERIENCE, experience) },
    { name: m.desk_person_quick_distance(), value: nameOf(DISTANCES, distance) },
  ];
  return (
    <section aria-label={m.desk_person_quick()}>
      <dl className={styles.facts}>
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd>{fact.value || m.desk_person_quick_unknown()}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function nameOf(names: Names, value: string | null): string | null {
  return value === null ? null : (names[value]?.() ?? value);
}

const STARTS: Names = { immediately: m.questions_start_now, "within-1-week": m.questions_start_1, "within-2-weeks": m.questions_start_2 };
const HOURS: Names = { "full-time": m.questions_full_time, "part-time": m.questions_part_time };
const TIMES: Names = {
  "weekday-mornings": m.questions_weekday_mornings,
  "weekday-evenings": m.questions_weekday_evenings,
  weekends: m.questions_weekends,
  "night-shifts": m.questions_night_shifts,
  holidays: m.questions_holidays,
  "very-flexible": m.questions_very_flexible,
};
const EXPERIENCE: Names = { "0-1": m.questions_experience_0, "2-5": m.questions_experience_2, "5+": m.questions_experience_5 };
const DISTANCES: Names = {
  within_3: m.desk_person_quick_within_3,
  within_10: m.desk_person_quick_within_10,
  within_25: m.desk_person_quick_within_25,
  over_25: m.desk_person_quick_over_25,
};

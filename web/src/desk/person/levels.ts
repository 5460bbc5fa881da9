import type { AskedQuestion } from "#/api/deskPerson.queries.ts";
import { m } from "#/messages.gen/messages.js";

/** A rubric with texts longer than this is read one level at a time. */
const LONG = 110;

type Words = () => string;

/** What the levels from 2 ask for, in about six words: the rubrics of all plans are built alike. */
const EVENT: readonly Words[] = [m.desk_person_event_2, m.desk_person_event_3, m.desk_person_event_4, m.desk_person_event_5];
const OTHERS: Partial<Record<string, readonly Words[]>> = {
  experience: [m.desk_person_experience_2, m.desk_person_experience_3, m.desk_person_experience_4, m.desk_person_experience_5],
  availability: [m.desk_person_availability_2, m.desk_person_availability_3, m.desk_person_availability_4, m.desk_person_availability_5],
  motivation: [m.desk_person_motivation_2, m.desk_person_motivation_3, m.desk_person_motivation_4, m.desk_person_motivation_5],
};

/** Returns each level's text in about six words; null where the rubric itself is short. */
export function shortLevels({ id, levels }: Pick<AskedQuestion, "id" | "levels">): readonly string[] | null {
  if (levels.length === 0 || levels.some(({ text }) => text.length <= LONG)) return null;
  const words = [m.desk_person_level_1, ...(OTHERS[id] ?? EVENT)];
  return levels.map(({ level, text }) => words[level - 1]?.() ?? text);
}

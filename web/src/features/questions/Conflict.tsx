import type { QuestionType, WishReading } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { formatList } from "#/format/lists.ts";
import { formatDollars } from "#/format/pay.ts";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { AVAILABILITY, EMPLOYMENT_TYPES, EXPERIENCE, START_DATES } from "./answers.ts";
import { AVAILABILITY_LABELS, EMPLOYMENT_LABELS, EXPERIENCE_LABELS, START_LABELS } from "./labels.ts";

interface ConflictProps {
  wish: WishReading;
  onUpdate: () => void;
  onKeep: () => void;
}

/** The new search contradicts earlier answers: offers to replace them with one tap. */
export function Conflict({ wish, onUpdate, onKeep }: ConflictProps) {
  const said = wish.offers
    .filter(({ questionType }) => wish.conflicts.includes(questionType))
    .map(({ questionType, answer }) => formatOffer(questionType, answer, wish.city));
  return (
    <Callout as="section">
      <Stack gap="s">
        <Text strong>{m.questions_conflict({ said: formatList(said, "unit") })}</Text>
        <Row wrap>
          <Button size="small" onClick={onUpdate}>
            {m.questions_conflict_update()}
          </Button>
          <Button size="small" variant="second" onClick={onKeep}>
            {m.questions_conflict_keep()}
          </Button>
        </Row>
      </Stack>
    </Callout>
  );
}

function formatOffer(question: QuestionType, answer: string, city: string | null): string {
  switch (question) {
    case "hourly_rate":
      return m.questions_rate_value({ pay: formatDollars(Number(answer)) });
    case "zip_code":
      return city ? `${city} (${answer})` : answer;
    case "availability":
      return formatList(
        AVAILABILITY.filter((id) => answer.split(",").includes(id)).map((id) => AVAILABILITY_LABELS[id]()),
        "unit",
      );
    case "employment_type":
      return EMPLOYMENT_TYPES.filter((id) => id === answer)
        .map((id) => EMPLOYMENT_LABELS[id].label())
        .join();
    case "experience":
      return EXPERIENCE.filter((id) => id === answer)
        .map((id) => EXPERIENCE_LABELS[id]())
        .join();
    case "start_date":
      return START_DATES.filter((id) => id === answer)
        .map((id) => START_LABELS[id]())
        .join();
    default:
      return question satisfies never;
  }
}

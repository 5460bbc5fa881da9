import type { ReactNode } from "react";
import type { WishReading } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { formatList } from "#/format/lists.ts";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { CONFLICT } from "./answers.ts";
import { formatOffer } from "./labels.ts";

interface ConflictProps {
  wish: WishReading;
  /** The answers were submitted without a choice. */
  missing: boolean;
  onUpdate: () => void;
  onKeep: () => void;
}

/** The new search contradicts earlier answers: offers to replace them with one tap. */
export default function Conflict({ wish, missing, onUpdate, onKeep }: ConflictProps): ReactNode {
  const said = wish.offers
    .filter(({ questionType }) => wish.conflicts.includes(questionType))
    .map(({ questionType, answer }) => formatOffer(questionType, answer, wish.city));
  return (
    <Callout as="section" id={CONFLICT}>
      <Stack gap="s">
        <Text strong>{m.questions_conflict({ said: formatList(said, "unit") })}</Text>
        <div role="alert">
          {missing && (
            <Text size="small" strong>
              {m.questions_conflict_choose()}
            </Text>
          )}
        </div>
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

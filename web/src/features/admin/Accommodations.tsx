import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type AccommodationRequest, accommodationRequestsQuery, answerAccommodation } from "#/api/accommodations.queries.ts";
import { AccommodationAnswer } from "#/api/limits.gen.ts";
import { formatDate } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";

/** Candidates who asked for another way to do the interview, the one whose answer is due first at the top. */
export function Accommodations() {
  const query = useQuery(accommodationRequestsQuery);
  return (
    <TitledCard title={m.operations_ways()}>
      <QueryState query={query} failed={m.operations_ways_failed()} outdated={m.operations_old()} empty={<Text quiet>{m.operations_ways_none()}</Text>}>
        {(requests) => (
          <DividedList>
            {requests.map((one) => (
              <Request key={one.id} request={one} />
            ))}
          </DividedList>
        )}
      </QueryState>
    </TitledCard>
  );
}

const KINDS = {
  more_time: m.accommodation_more_time,
  typed: m.accommodation_typed,
  person: m.accommodation_person,
  other: m.accommodation_other,
} as const;

function Request({ request: { id, name, email, phone, kind, note, dueAt, late } }: { request: AccommodationRequest }) {
  const { mutateAsync, isPending, isError, variables } = useMutation(answerAccommodation);
  const [reply, setReply] = useState("");
  const [missing, setMissing] = useState(false);
  const answer = (state: "arranged" | "declined") => {
    setMissing(reply.trim() === "");
    if (reply.trim() === "") return;
    void mutateAsync({ id, state, reply: reply.trim() }).then(
      () => toast({ title: m.operations_ways_sent(), tone: "good" }),
      () => undefined,
    );
  };
  return (
    <Stack as="li" gap="s">
      <Row spread top>
        <div>
          <Text strong>{KINDS[kind]()}</Text>
          <Text size="small">{[name, email, phone].filter(Boolean).join(" · ")}</Text>
          {note && <Text>{note}</Text>}
          <Text size="small" quiet>
            {m.operations_ways_due({ date: formatDate(dueAt) })}
          </Text>
        </div>
        {late && <Tag tone="bad">{m.operations_ways_late()}</Tag>}
      </Row>
      <Field label={m.operations_ways_reply({ name })} error={missing && reply.trim() === "" ? m.operations_ways_empty() : undefined}>
        {(ids) => <textarea {...ids} rows={2} maxLength={AccommodationAnswer.reply} value={reply} onChange={(event) => setReply(event.currentTarget.value)} />}
      </Field>
      {isError && <Text role="alert">{m.operations_ways_refused()}</Text>}
      <Row wrap>
        <Button size="small" busy={isPending && variables.state === "arranged"} onClick={() => answer("arranged")}>
          {m.operations_ways_arranged()}
        </Button>
        <Button size="small" variant="second" busy={isPending && variables.state === "declined"} onClick={() => answer("declined")}>
          {m.operations_ways_declined()}
        </Button>
      </Row>
    </Stack>
  );
}

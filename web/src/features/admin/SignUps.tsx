import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { messageOf } from "#/api/errors.ts";
import { type ClaimVerdict, decideSignUp, signUpsQuery } from "#/api/operations.queries.ts";
import type { components } from "#/api/schema.gen.d.ts";
import { formatDateTime } from "#/format/dates.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { RefuseDialog } from "./RefuseDialog.tsx";

type SignUp = components["schemas"]["SignUpWaitingReply"];

/** New employers that wait for approval, each with those that may be the same. Nothing while nobody waits. */
export function SignUps() {
  const query = useQuery(signUpsQuery);
  const [refusing, setRefusing] = useState<SignUp | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { mutateAsync, isPending, error, reset } = useMutation(decideSignUp);
  if (query.data ? query.data.signUps.length === 0 : !query.isError) return null;
  const close = () => {
    setRefusing(null);
    reset();
  };
  const decide = (verdict: ClaimVerdict) => {
    const closeAndFocus = () => {
      close();
      // The pressed button has gone with its row.
      list.current?.focus();
    };
    const title = verdict.reason === undefined ? m.operations_sign_up_approved() : m.operations_sign_up_refused();
    void mutateAsync(verdict, { onSuccess: closeAndFocus }).then(
      () => toast({ title, tone: "good" }),
      () => undefined,
    );
  };
  return (
    <TitledCard title={m.operations_sign_ups()}>
      <QueryState query={query} failed={m.operations_sign_ups_failed()} outdated={m.operations_old()}>
        {({ signUps, more }) => (
          <Stack ref={list} tabIndex={-1}>
            {!refusing && error && <Banner tone="danger">{messageOf(error, m.operations_change_failed_text())}</Banner>}
            <DividedList>
              {signUps.map((one) => (
                <li key={one.id}>
                  <Text strong>{one.employer}</Text>
                  <Text size="small" quiet num>
                    {m.operations_sign_up_by({ name: one.name, email: one.email, zip: one.zip, moment: formatDateTime(one.provedAt) })}
                  </Text>
                  {one.alike.length > 0 && <Text size="small">{m.operations_sign_up_alike({ names: formatList(one.alike.map(({ name }) => name)) })}</Text>}
                  <Row wrap>
                    <TextLink aria-label={m.operations_sign_up_approve_label({ employer: one.employer })} onClick={() => !isPending && decide({ id: one.id })}>
                      {m.operations_claim_approve()}
                    </TextLink>
                    <TextLink aria-label={m.operations_sign_up_refuse_label({ employer: one.employer })} onClick={() => setRefusing(one)}>
                      {m.operations_claim_refuse()}
                    </TextLink>
                  </Row>
                </li>
              ))}
            </DividedList>
            {more && (
              <Text size="small" quiet>
                {m.operations_sign_ups_more()}
              </Text>
            )}
            {refusing && (
              <RefuseDialog
                title={m.operations_sign_up_refuse_title({ employer: refusing.employer })}
                text={m.operations_sign_up_refuse_text()}
                busy={isPending}
                error={error}
                onRefuse={(reason) => decide({ id: refusing.id, reason })}
                onClose={close}
              />
            )}
          </Stack>
        )}
      </QueryState>
    </TitledCard>
  );
}

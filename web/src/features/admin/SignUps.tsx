import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { messageOf } from "#/api/errors.ts";
import { type ClaimVerdict, decideSignUp, signUpsQuery } from "#/api/operations.queries.ts";
import type { components } from "#/api/schema.gen.d.ts";
import { formatDateTime } from "#/format/dates.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";

type SignUp = components["schemas"]["SignUpWaitingReply"];

/** New employers that wait for approval, each with those that may be the same. Nothing while nobody waits. */
export function SignUps() {
  const { data } = useQuery(signUpsQuery);
  const [refusing, setRefusing] = useState<SignUp | null>(null);
  const { mutate, isPending, error, reset } = useMutation(decideSignUp);
  if (!data || data.signUps.length === 0) return null;
  const close = () => {
    setRefusing(null);
    reset();
  };
  const decide = (verdict: ClaimVerdict) => {
    mutate(verdict, {
      onSuccess: () => {
        close();
        toast({ title: verdict.reason === undefined ? m.operations_sign_up_approved() : m.operations_sign_up_refused(), tone: "good" });
      },
    });
  };
  const problem = error && <Banner tone="danger">{messageOf(error, m.operations_change_failed_text())}</Banner>;
  return (
    <TitledCard title={m.operations_sign_ups()}>
      <Stack>
        {!refusing && problem}
        <DividedList>
          {data.signUps.map((one) => (
            <li key={one.id}>
              <Text strong>{one.employer}</Text>
              <Text size="small" quiet num>
                {m.operations_sign_up_by({ name: one.name, email: one.email, zip: one.zip, moment: formatDateTime(one.provedAt) })}
              </Text>
              {one.alike.length > 0 && <Text size="small">{m.operations_sign_up_alike({ names: formatList(one.alike.map(({ name }) => name)) })}</Text>}
              <Row wrap>
                <TextLink aria-label={m.operations_sign_up_approve_label({ employer: one.employer })} onClick={() => decide({ id: one.id })}>{m.operations_claim_approve()}</TextLink>
                <TextLink aria-label={m.operations_sign_up_refuse_label({ employer: one.employer })} onClick={() => setRefusing(one)}>{m.operations_claim_refuse()}</TextLink>
              </Row>
            </li>
          ))}
        </DividedList>
        {data.more && <Text size="small" quiet>{m.operations_sign_ups_more()}</Text>}
        {refusing && <Refuse signUp={refusing} busy={isPending} problem={problem} onDecide={decide} onClose={close} />}
      </Stack>
    </TitledCard>
  );
}

type RefuseProps = { signUp: SignUp; busy: boolean; problem: ReactNode; onDecide: (verdict: ClaimVerdict) => void; onClose: () => void };

function Refuse({ signUp: { id, employer }, busy, problem, onDecide, onClose }: RefuseProps) {
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const why = reason.trim();
    setMissing(why === "");
    if (why) onDecide({ id, reason: why });
  };
  return (
    <Dialog open onClose={onClose} title={m.operations_sign_up_refuse_title({ employer })} text={m.operations_sign_up_refuse_text()}>
      {problem}
      <form noValidate onSubmit={submit}>
        <Stack>
          <Field
            label={m.operations_claim_reason()}
            value={reason}
            maxLength={500}
            autoComplete="off"
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            error={missing ? m.operations_claim_reason_missing() : undefined}
          />
          <Button type="submit" full busy={busy}>{m.operations_claim_refuse()}</Button>
        </Stack>
      </form>
    </Dialog>
  );
}

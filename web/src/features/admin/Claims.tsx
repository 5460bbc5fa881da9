import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { messageOf } from "#/api/errors.ts";
import { claimsQuery, type ClaimVerdict, decideClaim } from "#/api/operations.queries.ts";
import type { PendingClaim } from "#/api/types.ts";
import { formatDateTime } from "#/format/dates.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import { outsideAddress } from "#/platform/outside.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";

const MAX_LENGTH = 500;

/** Employers' requests for imported jobs, each with what speaks for it, to approve or to refuse with a reason. */
export function Claims() {
  const query = useQuery(claimsQuery);
  const [deciding, setDeciding] = useState<{ claim: PendingClaim; approve: boolean } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { mutate, isPending, error, reset } = useMutation(decideClaim);
  const close = () => {
    setDeciding(null);
    reset();
  };
  const decide = (verdict: ClaimVerdict) => {
    mutate(verdict, {
      onSuccess: ({ jobs }) => {
        close();
        toast({ title: verdict.reason === undefined ? m.operations_claim_approved({ count: jobs }) : m.operations_claim_refused(), tone: "good" });
        // The pressed button has gone with its claim.
        list.current?.focus();
      },
    });
  };
  return (
    <QueryState outdated={m.operations_old()} query={query} failed={m.operations_claims_failed()}>
      {({ claims, more }) => (
        <Stack ref={list} tabIndex={-1}>
          <Text size="small" quiet>{claims.length === 0 ? m.operations_claims_none() : m.operations_claims_text()}</Text>
          <DividedList>
            {claims.map((claim) => <Claim key={claim.id} claim={claim} onDecide={(approve) => setDeciding({ claim, approve })} />)}
          </DividedList>
          {more && <Text size="small" quiet>{m.operations_claims_more()}</Text>}
          {deciding && (
            <Decide {...deciding} busy={isPending} problem={error && messageOf(error, m.operations_change_failed_text())} onDecide={decide} onClose={close} />
          )}
        </Stack>
      )}
    </QueryState>
  );
}

function Claim({ claim, onDecide }: { claim: PendingClaim; onDecide: (approve: boolean) => void }) {
  const { employer, name, email, domain, addressMatches, mailedTo, jobs, titles, url, createdAt } = claim;
  const site = outsideAddress(url);
  return (
    <li>
      <Row spread wrap>
        <Text strong>{employer}</Text>
        <Tag tone={addressMatches ? "good" : "plain"}>{addressMatches ? m.operations_claim_matches() : m.operations_claim_no_match()}</Tag>
      </Row>
      <Text size="small">{m.operations_claim_jobs({ count: jobs, titles: formatList(titles), domain: domain || m.operations_claim_no_page() })}</Text>
      <Text size="small" quiet num>
        {name && email ? m.operations_claim_by({ name, email, moment: formatDateTime(createdAt) }) : formatDateTime(createdAt)}
      </Text>
      {mailedTo && <Text size="small" quiet>{m.operations_claim_mailed({ email: mailedTo })}</Text>}
      <Row wrap>
        {site && <AppLink outside={site} target="_blank" rel="noreferrer noopener">{m.operations_claim_page()}</AppLink>}
        <TextLink aria-label={m.operations_claim_approve_label({ employer })} onClick={() => onDecide(true)}>{m.operations_claim_approve()}</TextLink>
        <TextLink aria-label={m.operations_claim_refuse_label({ employer })} onClick={() => onDecide(false)}>{m.operations_claim_refuse()}</TextLink>
      </Row>
    </li>
  );
}

type DecideProps = {
  claim: PendingClaim;
  approve: boolean;
  busy: boolean;
  problem: string | null;
  onDecide: (verdict: ClaimVerdict) => void;
  onClose: () => void;
};

function Decide({ claim: { id, employer }, approve, busy, problem, onDecide, onClose }: DecideProps) {
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const why = reason.trim();
    setMissing(why === "");
    if (why) onDecide({ id, reason: why });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={approve ? m.operations_claim_approve_title({ employer }) : m.operations_claim_refuse_title({ employer })}
      text={approve ? m.operations_claim_approve_text() : m.operations_claim_refuse_text()}
    >
      {problem && <Banner tone="danger">{problem}</Banner>}
      {approve ? (
        <Button full busy={busy} onClick={() => onDecide({ id })}>{m.operations_claim_approve()}</Button>
      ) : (
        <form noValidate onSubmit={submit}>
          <Stack>
            <Field
              label={m.operations_claim_reason()}
              value={reason}
              maxLength={MAX_LENGTH}
              autoComplete="off"
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
              error={missing ? m.operations_claim_reason_missing() : undefined}
            />
            <Button type="submit" full busy={busy}>{m.operations_claim_refuse()}</Button>
          </Stack>
        </form>
      )}
      <Button full variant="second" onClick={onClose}>{m.operations_claim_keep()}</Button>
    </Dialog>
  );
}

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
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
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { RefuseDialog } from "./RefuseDialog.tsx";

/** Employers' requests for imported jobs, each with what speaks for it, to approve or to refuse with a reason. */
export function Claims() {
  const query = useQuery(claimsQuery);
  const [deciding, setDeciding] = useState<{ claim: PendingClaim; approve: boolean } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { mutateAsync, isPending, error, reset } = useMutation(decideClaim);
  const close = () => {
    setDeciding(null);
    reset();
  };
  const decide = (verdict: ClaimVerdict) => {
    const closeAndFocus = () => {
      close();
      // The pressed button has gone with its claim.
      list.current?.focus();
    };
    const tell = ({ jobs }: { jobs: number }) =>
      toast({ title: verdict.reason === undefined ? m.operations_claim_approved({ count: jobs }) : m.operations_claim_refused(), tone: "good" });
    void mutateAsync(verdict, { onSuccess: closeAndFocus }).then(tell, () => undefined);
  };
  return (
    <QueryState outdated={m.operations_old()} query={query} failed={m.operations_claims_failed()}>
      {({ claims, more }) => (
        <Stack ref={list} tabIndex={-1}>
          <Text size="small" quiet>
            {claims.length === 0 ? m.operations_claims_none() : m.operations_claims_text()}
          </Text>
          <DividedList>
            {claims.map((claim) => (
              <Claim key={claim.id} claim={claim} onDecide={(approve) => setDeciding({ claim, approve })} />
            ))}
          </DividedList>
          {more && (
            <Text size="small" quiet>
              {m.operations_claims_more()}
            </Text>
          )}
          {deciding && !deciding.approve && (
            <RefuseDialog
              title={m.operations_claim_refuse_title({ employer: deciding.claim.employer })}
              text={m.operations_claim_refuse_text()}
              busy={isPending}
              error={error}
              onRefuse={(reason) => decide({ id: deciding.claim.id, reason })}
              onClose={close}
            />
          )}
          {deciding?.approve && (
            <Dialog
              open
              onClose={close}
              title={m.operations_claim_approve_title({ employer: deciding.claim.employer })}
              text={m.operations_claim_approve_text()}
            >
              {error && <Banner tone="danger">{messageOf(error, m.operations_change_failed_text())}</Banner>}
              <Button full busy={isPending} onClick={() => decide({ id: deciding.claim.id })}>
                {m.operations_claim_approve()}
              </Button>
              <Button full variant="second" onClick={close}>
                {m.operations_claim_keep()}
              </Button>
            </Dialog>
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
      {mailedTo && (
        <Text size="small" quiet>
          {m.operations_claim_mailed({ email: mailedTo })}
        </Text>
      )}
      <Row wrap>
        {site && (
          <AppLink outside={site} target="_blank" rel="noreferrer noopener">
            {m.operations_claim_page()}
          </AppLink>
        )}
        <TextLink aria-label={m.operations_claim_approve_label({ employer })} onClick={() => onDecide(true)}>
          {m.operations_claim_approve()}
        </TextLink>
        <TextLink aria-label={m.operations_claim_refuse_label({ employer })} onClick={() => onDecide(false)}>
          {m.operations_claim_refuse()}
        </TextLink>
      </Row>
    </li>
  );
}

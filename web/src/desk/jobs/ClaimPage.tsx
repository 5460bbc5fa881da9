import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ClaimGroup, claimsQuery, confirmClaim, requestClaim } from "#/api/deskJobs.queries.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import { useNavigate, usePageQuery } from "#/platform/paths.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { EmailField } from "#/ui/Field/EmailField.tsx";
import { email } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { SubpageHead } from "./SubpageHead.tsx";

/** Claims imported jobs; with the key of a mailed link, confirms a claim. */
export default function ClaimPage() {
  const { key = null } = usePageQuery("/desk/jobs/claim");
  return (
    <Wide>
      <Stack gap="l">
        <SubpageHead title={m.desk_claim_title()} text={key ? m.desk_claim_confirm_text() : m.desk_claim_text()} />
        {key ? <Confirm link={key} /> : <Groups />}
      </Stack>
    </Wide>
  );
}

/** A tap and not the visit uses the link up: mail programs open links to check them. */
function Confirm({ link }: { link: string }) {
  const navigate = useNavigate();
  const confirm = useMutation(confirmClaim);
  const use = () =>
    void confirm.mutateAsync(link, { onSuccess: () => navigate("/desk/jobs", { replace: true }) }).then(
      (count) => toast({ title: m.desk_claim_done({ count }), tone: "good" }),
      () => undefined,
    );
  return (
    <Stack>
      {confirm.isError && (
        <Banner tone="danger" title={m.desk_claim_failed()}>
          {messageOf(confirm.error, m.desk_jobs_offline())}
        </Banner>
      )}
      <div>
        <Button full="phone" busy={confirm.isPending} onClick={use}>
          {m.desk_claim_confirm()}
        </Button>
      </div>
      <TextLink href="/desk/jobs/claim">{m.desk_claim_again()}</TextLink>
    </Stack>
  );
}

function Groups() {
  const query = useQuery(claimsQuery);
  return (
    <QueryState query={query} failed={m.desk_claim_unloaded()} empty={<Empty art="compass" title={m.desk_claim_none()} text={m.desk_claim_none_text()} />}>
      {(groups) => (
        <Stack as="ul">
          {groups.map((group) => (
            <Group key={group.domain} group={group} />
          ))}
        </Stack>
      )}
    </QueryState>
  );
}

/** Whether an error is shown at its field. */
function hasFields(error: Error): boolean {
  return error instanceof ApiError && Object.keys(error.fields).length > 0;
}

function Group({ group: { domain, count, titles, state, provable, email: mailedTo } }: { group: ClaimGroup }) {
  const claim = useMutation(requestClaim);
  const [again, setAgain] = useState(false);
  const ask = (address: string | null) => claim.mutateAsync({ domain, email: address }).then(() => setAgain(false));
  const form = useForm({ email: email(m.desk_in_email_missing, m.desk_in_email_wrong) }, { email: "" });
  const send = async ({ email: address }: { email: string }) => {
    claim.reset();
    await ask(address).catch((error: unknown) => error instanceof ApiError && form.setErrors(error.fields));
  };
  const waiting = (state === "mailed" || state === "operator") && !again;
  const byOperator = () => void ask(null).catch(() => undefined);
  return (
    <Card as="li">
      <Stack>
        <div>
          <Heading level={2} size={3}>
            {domain ? m.desk_claim_found({ count, domain }) : m.desk_claim_found_nowhere({ count })}
          </Heading>
          <Text size="small" quiet>
            {formatList(titles)}
          </Text>
        </div>
        {waiting && <Text role="status">{state === "mailed" ? m.desk_claim_mailed({ email: mailedTo ?? "" }) : m.desk_claim_operator()}</Text>}
        {waiting && (
          <div>
            <TextLink onClick={() => setAgain(true)}>{m.desk_claim_retry()}</TextLink>
          </div>
        )}
        {claim.isError && !hasFields(claim.error) && (
          <Banner tone="danger" title={m.desk_claim_failed()}>
            {messageOf(claim.error, m.desk_jobs_offline())}
          </Banner>
        )}
        {state === "approved" && (
          <div>
            <Button size="small" busy={claim.isPending} onClick={byOperator}>
              {m.desk_claim_add({ count })}
            </Button>
          </div>
        )}
        {!waiting && state !== "approved" && provable && (
          <form {...form.on(send)}>
            <Stack>
              <EmailField label={m.desk_claim_email({ domain })} hint={m.desk_claim_email_hint()} autoComplete="email" {...form.field("email")} />
              <div>
                <Button type="submit" size="small" full="phone" busy={form.busy}>
                  {m.desk_claim_send()}
                </Button>
              </div>
            </Stack>
          </form>
        )}
        {!waiting && state !== "approved" && (
          <Stack gap="xs">
            {!provable && <Text size="small">{m.desk_claim_unprovable()}</Text>}
            <div>
              <Button size="small" variant="second" busy={claim.isPending && !form.busy} onClick={byOperator}>
                {m.desk_claim_ask()}
              </Button>
            </div>
          </Stack>
        )}
      </Stack>
    </Card>
  );
}

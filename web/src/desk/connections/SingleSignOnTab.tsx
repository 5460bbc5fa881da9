import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  checkDomain,
  confirmDomain,
  deleteProvider,
  mailDomain,
  type Mailbox,
  type Provider,
  type ProviderDomain,
  saveProvider,
  singleSignOnQuery,
  testProvider,
} from "#/api/deskSingleSignOn.queries.ts";
import { ProviderFields } from "#/api/limits.gen.ts";
import { formatDateTime } from "#/format/dates.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { exact, text } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Refusal } from "../signIn/SignInLayout.tsx";
import { ownerText } from "../signIn/problems.ts";
import { copy } from "./copy.ts";
import { RequiredSignOn } from "./RequiredSignOn.tsx";

/** The identity provider at which the employer's staff sign in. */
export function SingleSignOnTab() {
  const query = useQuery(singleSignOnQuery);
  const [opened, setOpened] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpened(null);
  return (
    <TitledCard title={m.desk_sso_title()}>
      <Text>{m.desk_sso_text()}</Text>
      <QueryState query={query} failed={m.desk_sso_failed()} outdated={m.desk_sso_outdated()}>
        {({ redirectUrl, signInUrl, provider, domains, ...rest }) => (
          <>
            <Address label={m.desk_sso_redirect()} value={redirectUrl} />
            {provider && <Address label={m.desk_sso_link()} value={signInUrl} />}
            {provider && <Facts provider={provider} />}
            <Domains domains={domains} />
            <Row wrap>
              <Button variant="second" size="small" onClick={() => setOpened("edit")}>
                {provider ? m.desk_sso_change() : m.desk_sso_set_up()}
              </Button>
              {provider && <Test />}
              {provider && <TextLink onClick={() => setOpened("delete")}>{m.desk_sso_delete()}</TextLink>}
            </Row>
            {provider && <RequiredSignOn signOn={rest} breakGlassId={provider.breakGlassId} />}
            {opened === "edit" && <ProviderDialog provider={provider} onClose={close} />}
            {opened === "delete" && <DeleteDialog onClose={close} />}
          </>
        )}
      </QueryState>
    </TitledCard>
  );
}

function Address({ label, value }: { label: string; value: string }) {
  return (
    <Stack gap="xs">
      <Field label={label} value={value} readOnly />
      <div>
        <Button variant="second" size="small" onClick={() => void copy(value)} aria-label={m.desk_sso_copy({ label })}>
          {m.desk_sso_copy_text()}
        </Button>
      </div>
    </Stack>
  );
}

function Facts({ provider: { issuer, domains, usedAt, failedAt, failure } }: { provider: Provider }) {
  const used = usedAt === null ? m.desk_sso_never() : formatDateTime(usedAt);
  return (
    <>
      <DescriptionList
        items={[
          { name: m.desk_sso_issuer(), value: issuer },
          { name: m.desk_sso_domains(), value: domains.join(", ") },
          { name: m.desk_sso_used(), value: used },
        ]}
      />
      {failure !== null && failedAt !== null && (
        <Banner tone="danger" title={m.desk_sso_last_failed({ when: formatDateTime(failedAt) })}>
          {ownerText(failure)}
        </Banner>
      )}
    </>
  );
}

/** The domains with their proofs, and what is off without one. */
function Domains({ domains }: { domains: ProviderDomain[] }) {
  const unproved = domains.filter(({ provedAt }) => provedAt === null);
  return (
    <>
      {unproved.length > 0 && (
        <Banner tone="danger" title={m.desk_sso_needs_proof()}>
          {m.desk_sso_needs_proof_text({ domains: formatList(unproved.map(({ domain }) => domain)) })}
        </Banner>
      )}
      <DividedList>
        {domains.map((domain) => (
          <li key={domain.domain}>
            <Stack>
              <Row spread wrap>
                <Text strong>{domain.domain}</Text>
                {domain.provedAt ? <Tag tone="good">{m.desk_sso_proved()}</Tag> : <Tag tone="bad">{m.desk_sso_unproved()}</Tag>}
              </Row>
              {domain.provedAt === null && (domain.taken ? <Text>{m.desk_sso_taken({ domain: domain.domain })}</Text> : <Prove {...domain} />)}
            </Stack>
          </li>
        ))}
      </DividedList>
    </>
  );
}

const MAILBOXES: Mailbox[] = ["postmaster", "hostmaster", "webmaster", "admin", "administrator"];

function Prove({ domain, recordName, recordText, mailedTo }: ProviderDomain) {
  const check = useMutation(checkDomain);
  const mail = useMutation(mailDomain);
  const [mailbox, setMailbox] = useState<Mailbox>("postmaster");
  const found = check.data === "nothing" ? m.desk_sso_check_nothing() : check.data === "no_answer" ? m.desk_sso_check_no_answer() : null;
  return (
    <Stack>
      <Text>{m.desk_sso_prove_text({ domain })}</Text>
      <Address label={m.desk_sso_record_name({ domain })} value={recordName} />
      <Address label={m.desk_sso_record_text({ domain })} value={recordText} />
      <div role="status">{found}</div>
      <Refusal error={check.error ?? mail.error} />
      <div>
        <Button size="small" busy={check.isPending} onClick={() => check.mutate(domain)} aria-label={m.desk_sso_check_one({ domain })}>
          {m.desk_sso_check()}
        </Button>
      </div>
      <Field label={m.desk_sso_mailbox({ domain })}>
        {(ids) => (
          <select {...ids} value={mailbox} onChange={({ currentTarget }) => setMailbox(currentTarget.value as Mailbox)}>
            {MAILBOXES.map((name) => (
              <option key={name} value={name}>{`${name}@${domain}`}</option>
            ))}
          </select>
        )}
      </Field>
      {mailedTo && <Text role="status">{m.desk_sso_mailed({ email: mailedTo })}</Text>}
      <div>
        <Button size="small" variant="second" busy={mail.isPending} onClick={() => mail.mutate({ domain, mailbox })}>
          {m.desk_sso_mail()}
        </Button>
      </div>
    </Stack>
  );
}

/** The link that was mailed to a domain. A tap and not the visit uses it up: mail programs open links to check them. */
export function ConfirmDomain({ link, onClose }: { link: string; onClose: () => void }) {
  const { mutateAsync: confirm, error, isPending } = useMutation(confirmDomain);
  const done = (domain: string) => toast({ title: m.desk_sso_confirmed({ domain }), tone: "good" });
  return (
    <Dialog open onClose={onClose} title={m.desk_sso_confirm_title()} text={m.desk_sso_confirm_text()}>
      <Stack>
        <Refusal error={error} />
        <Button full busy={isPending} onClick={() => void confirm(link, { onSuccess: onClose }).then(done, () => undefined)}>
          {m.desk_sso_confirm()}
        </Button>
      </Stack>
    </Dialog>
  );
}

function Test() {
  const { mutate: test, data, error, isPending } = useMutation(testProvider);
  const said = data === undefined ? null : data === null ? m.desk_sso_tested() : ownerText(data);
  return (
    <>
      <TextLink onClick={() => test()} disabled={isPending}>
        {m.desk_sso_test()}
      </TextLink>
      <div role="status">{said}</div>
      <Refusal error={error} />
    </>
  );
}

function ProviderDialog({ provider, onClose }: { provider: Provider | null; onClose: () => void }) {
  const { mutateAsync: save, error } = useMutation(saveProvider);
  const rules = {
    issuer: text(m.desk_sso_issuer_missing),
    clientId: text(m.desk_sso_client_missing),
    clientSecret: exact((typed) => (typed || provider ? "" : m.desk_sso_secret_missing())),
    domains: text(m.desk_sso_domains_missing),
  };
  const begin = {
    issuer: provider?.issuer ?? "https://",
    clientId: provider?.clientId ?? "",
    clientSecret: "",
    domains: provider?.domains.join(", ") ?? "",
  };
  const form = useForm(rules, begin);
  const submit = async ({ issuer, clientId, clientSecret, domains }: typeof begin) => {
    const body = { issuer, clientId, clientSecret: clientSecret || null, domains: domains.split(/[\s,]+/).filter(Boolean) };
    try {
      await save(body);
    } catch {
      return; // Shown above the button.
    }
    toast({ title: m.desk_sso_saved(), tone: "good" });
    onClose();
  };
  const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
  return (
    <Dialog open onClose={onClose} title={provider ? m.desk_sso_change() : m.desk_sso_set_up()}>
      <form {...form.on(submit)}>
        <Stack>
          <Field
            label={m.desk_sso_issuer()}
            hint={m.desk_sso_issuer_hint()}
            inputMode="url"
            maxLength={ProviderFields.issuer}
            {...plain}
            {...form.field("issuer")}
          />
          <Field label={m.desk_sso_client()} maxLength={ProviderFields.clientId} {...plain} {...form.field("clientId")} />
          <PasswordField
            label={m.desk_sso_secret()}
            hint={provider ? m.desk_sso_secret_kept() : undefined}
            autoComplete="off"
            maxLength={ProviderFields.clientSecret}
            {...form.field("clientSecret")}
          />
          <Field label={m.desk_sso_domains()} hint={m.desk_sso_domains_hint()} maxLength={2000} {...plain} {...form.field("domains")} />
          <Refusal error={error} />
          <Button type="submit" full busy={form.busy}>
            {m.desk_sso_save()}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync: remove, error, isPending } = useMutation(deleteProvider);
  const done = () => toast({ title: m.desk_sso_deleted(), tone: "good" });
  return (
    <Dialog open onClose={onClose} title={m.desk_sso_delete_sure()} text={m.desk_sso_delete_text()}>
      <Stack>
        <Refusal error={error} />
        <Button full busy={isPending} onClick={() => void remove(undefined, { onSuccess: onClose }).then(done, () => undefined)}>
          {m.desk_sso_delete()}
        </Button>
        <TextLink center onClick={onClose}>
          {m.desk_sso_keep()}
        </TextLink>
      </Stack>
    </Dialog>
  );
}

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deleteProvider, type Provider, saveProvider, singleSignOnQuery, testProvider } from "#/api/deskSingleSignOn.queries.ts";
import { formatDateTime } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { exact, text } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Refusal } from "../signIn/Door.tsx";
import { problemText } from "../signIn/problems.ts";
import { copy } from "./copy.ts";

/** The identity provider at which the employer's staff sign in. */
export function SingleSignOnTab() {
  const query = useQuery(singleSignOnQuery);
  const [opened, setOpened] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpened(null);
  return (
    <TitledCard title={m.desk_sso_title()}>
      <Text>{m.desk_sso_text()}</Text>
      <QueryState query={query} failed={m.desk_sso_failed()} outdated={m.desk_sso_outdated()}>
        {({ redirectUrl, signInUrl, provider }) => (
          <>
            <Address label={m.desk_sso_redirect()} value={redirectUrl} />
            {provider && <Address label={m.desk_sso_link()} value={signInUrl} />}
            {provider && <Facts provider={provider} />}
            <Row wrap>
              <Button variant="second" size="small" onClick={() => setOpened("edit")}>
                {provider ? m.desk_sso_change() : m.desk_sso_set_up()}
              </Button>
              {provider && <Test />}
              {provider && <TextLink onClick={() => setOpened("delete")}>{m.desk_sso_delete()}</TextLink>}
            </Row>
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
          {m.desk_connections_copy()}
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
        <Banner tone="danger" title={m.desk_sso_last_failed({ when: formatDateTime(failedAt) })}>{problemText(failure)}</Banner>
      )}
    </>
  );
}

function Test() {
  const { mutate: test, data, error, isPending } = useMutation(testProvider);
  const said = data === undefined ? null : data === null ? m.desk_sso_tested() : problemText(data);
  return (
    <>
      <TextLink onClick={() => test()} disabled={isPending}>{m.desk_sso_test()}</TextLink>
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
          <Field label={m.desk_sso_issuer()} hint={m.desk_sso_issuer_hint()} inputMode="url" maxLength={500} {...plain} {...form.field("issuer")} />
          <Field label={m.desk_sso_client()} maxLength={255} {...plain} {...form.field("clientId")} />
          <PasswordField
            label={m.desk_sso_secret()}
            hint={provider ? m.desk_sso_secret_kept() : undefined}
            autoComplete="off"
            maxLength={500}
            {...form.field("clientSecret")}
          />
          <Field label={m.desk_sso_domains()} hint={m.desk_sso_domains_hint()} maxLength={2000} {...plain} {...form.field("domains")} />
          <Refusal error={error} />
          <Button type="submit" full busy={form.busy}>{m.desk_sso_save()}</Button>
        </Stack>
      </form>
    </Dialog>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { mutate: remove, error, isPending } = useMutation(deleteProvider);
  const done = () => {
    toast({ title: m.desk_sso_deleted(), tone: "good" });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={m.desk_sso_delete_sure()} text={m.desk_sso_delete_text()}>
      <Stack>
        <Refusal error={error} />
        <Button full busy={isPending} onClick={() => remove(undefined, { onSuccess: done })}>{m.desk_sso_delete()}</Button>
        <TextLink center onClick={onClose}>{m.desk_sso_keep()}</TextLink>
      </Stack>
    </Dialog>
  );
}

import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { ApiError, messageOf } from "#/api/errors.ts";
import { NewOwner as LIMITS } from "#/api/limits.gen.ts";
import { addOwner, closeEmployer, employersQuery, inviteOwnerAgain, type OperatedEmployer } from "#/api/operations.queries.ts";
import { formatDateTime } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { MergeEmployer } from "./MergeEmployer.tsx";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { EmailField } from "#/ui/Field/EmailField.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { email, exact, text } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";

type Opened = { employer: OperatedEmployer; todo: "owner" | "merge" | "close" };

/** Employers by name: who owns them, and what an operator can do when nobody can sign in, or the employer leaves. */
export function Employers() {
  const [typed, setTyped] = useState("");
  const query = useInfiniteQuery(employersQuery(useDeferredValue(typed.trim())));
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <Stack>
      <Text size="small" quiet>
        {m.operations_employers_text()}
      </Text>
      <Field
        label={m.operations_employers_search()}
        type="search"
        autoComplete="off"
        maxLength={120}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <QueryState outdated={m.operations_old()} query={query} failed={m.operations_employers_failed()}>
        {({ pages }) => (
          <Stack>
            {pages[0]?.employers.length === 0 && <Text quiet>{m.operations_employers_none()}</Text>}
            <DividedList>
              {pages
                .flatMap(({ employers }) => employers)
                .map((employer) => (
                  <Employer key={employer.id} employer={employer} onOpen={(todo) => setOpened({ employer, todo })} />
                ))}
            </DividedList>
            {query.hasNextPage && (
              <Button variant="second" size="small" full="phone" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {m.operations_employers_more()}
              </Button>
            )}
          </Stack>
        )}
      </QueryState>
      {opened?.todo === "owner" && <NewOwner employer={opened.employer} onClose={close} />}
      {opened?.todo === "merge" && <MergeEmployer employer={opened.employer} onClose={close} />}
      {opened?.todo === "close" && <Close employer={opened.employer} onClose={close} />}
    </Stack>
  );
}

function Employer({ employer, onOpen }: { employer: OperatedEmployer; onOpen: (todo: Opened["todo"]) => void }) {
  const { id, name, members, closedAt, people } = employer;
  const { mutateAsync: invite, error } = useMutation(inviteOwnerAgain);
  const again = (member: string) =>
    void invite({ employer: id, member }).then(
      () => toast({ title: m.operations_employer_invited(), tone: "good" }),
      () => undefined,
    );
  return (
    <li>
      <Row spread wrap>
        <Text strong>{name}</Text>
        {closedAt ? (
          <Tag>{m.operations_employer_closed()}</Tag>
        ) : (
          <Tag tone={members > 0 ? "plain" : "bad"}>{m.operations_employer_members({ count: members })}</Tag>
        )}
      </Row>
      {closedAt && (
        <Text size="small" quiet num>
          {formatDateTime(closedAt)}
        </Text>
      )}
      <Problem error={error} />
      {people.map((person) => (
        <Row key={person.id} spread wrap>
          <Text size="small">{m.operations_employer_person({ name: person.name, email: person.email })}</Text>
          {person.state === "invited" && (
            <Row wrap>
              <Tag tone={person.expired ? "bad" : "info"}>{person.expired ? m.operations_employer_expired() : m.operations_employer_waiting()}</Tag>
              <TextLink aria-label={m.operations_employer_again_label({ name: person.name })} onClick={() => again(person.id)}>
                {m.operations_employer_again()}
              </TextLink>
            </Row>
          )}
        </Row>
      ))}
      {!closedAt && (
        <Row wrap>
          <TextLink aria-label={m.operations_employer_owner_label({ employer: name })} onClick={() => onOpen("owner")}>
            {m.operations_employer_owner()}
          </TextLink>
          <TextLink aria-label={m.operations_employer_merge_label({ employer: name })} onClick={() => onOpen("merge")}>
            {m.operations_employer_merge()}
          </TextLink>
          <TextLink aria-label={m.operations_employer_close_label({ employer: name })} onClick={() => onOpen("close")}>
            {m.operations_employer_close()}
          </TextLink>
        </Row>
      )}
    </li>
  );
}

function Problem({ error }: { error: Error | null }) {
  return error && <Banner tone="danger">{messageOf(error, m.operations_change_failed_text())}</Banner>;
}

type DialogProps = { employer: OperatedEmployer; onClose: () => void };

function NewOwner({ employer: { id, name: employer }, onClose }: DialogProps) {
  const { mutateAsync: add, error } = useMutation(addOwner);
  const [language, setLanguage] = useState<"en" | "es">("en");
  const form = useForm(
    { email: email(m.desk_in_email_missing, m.desk_in_email_wrong), name: text(m.operations_employer_name_missing) },
    { email: "", name: "" },
  );
  const submit = async (values: { email: string; name: string }) => {
    try {
      await add({ employer: id, body: { ...values, language } });
    } catch (refused) {
      if (refused instanceof ApiError) form.setErrors(refused.fields);
      return;
    }
    toast({ title: m.operations_employer_owner_done(), tone: "good" });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={m.operations_employer_owner_title({ employer })} text={m.operations_employer_owner_text()}>
      <form {...form.on(submit)}>
        <Stack>
          <EmailField label={m.operations_employer_email()} autoComplete="off" {...form.field("email")} />
          <Field label={m.operations_employer_name()} autoComplete="off" maxLength={LIMITS.name} {...form.field("name")} />
          <Stack as="fieldset" gap="xs">
            <legend>{m.operations_employer_language()}</legend>
            {LANGUAGES.map(({ code, label }) => (
              <OptionCard
                key={code}
                type="radio"
                name="language"
                bare
                label={label}
                lang={code}
                checked={language === code}
                onChange={() => setLanguage(code)}
              />
            ))}
          </Stack>
          <Problem error={error} />
          <Button type="submit" full busy={form.busy}>
            {m.operations_employer_owner()}
          </Button>
        </Stack>
      </form>
      <Button full variant="second" onClick={onClose}>
        {m.operations_claim_keep()}
      </Button>
    </Dialog>
  );
}

const LANGUAGES = [
  { code: "en", label: "English" },
  { code: "es", label: "Español" },
] as const;

function Close({ employer: { id, name }, onClose }: DialogProps) {
  const { mutateAsync: end, error } = useMutation(closeEmployer);
  const form = useForm({ typed: exact((typed) => (typed.trim() === name ? "" : m.operations_employer_close_wrong())) }, { typed: "" });
  const submit = async ({ typed }: { typed: string }) => {
    try {
      const { applications, jobs } = await end({ employer: id, name: typed.trim() });
      toast({ title: m.operations_employer_close_done({ applications, jobs }), tone: "good" });
      onClose();
    } catch {
      // Shown above the button.
    }
  };
  return (
    <Dialog open onClose={onClose} title={m.operations_employer_close_title({ employer: name })} text={m.operations_employer_close_text()}>
      <form {...form.on(submit)}>
        <Stack>
          <Field label={m.operations_employer_close_type({ employer: name })} autoComplete="off" {...form.field("typed")} />
          <Problem error={error} />
          <Button type="submit" full busy={form.busy}>
            {m.operations_employer_close()}
          </Button>
        </Stack>
      </form>
      <Button full variant="second" onClick={onClose}>
        {m.operations_claim_keep()}
      </Button>
    </Dialog>
  );
}

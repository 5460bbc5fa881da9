import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { askToJoin, confirmSignUp, requestSignUp, type SignUp, signUpModeQuery, signUpQuery } from "#/api/deskSignIn.queries.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import { SignUpEntry } from "#/api/limits.gen.ts";
import type { Country } from "#/format/countries.ts";
import { m } from "#/messages.gen/messages.js";
import { pageLanguage } from "#/platform/language.ts";
import { useNavigate, usePageQuery } from "#/platform/paths.ts";
import { productName } from "#/platform/product.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { EmailField } from "#/ui/Field/EmailField.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { PlaceField } from "#/ui/Field/PlaceField.tsx";
import { anyText, email, text } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { PlaceOfZip, SignInLayout, Refusal } from "./SignInLayout.tsx";

/** A new employer adds itself: who they are, a mailed link that proves the address, then what is added. */
export default function StartPage() {
  const { key } = usePageQuery("/desk/start");
  return key ? <Opened key={key} signUpKey={key} /> : <Start />;
}

function Start() {
  const mode = useQuery(signUpModeQuery);
  return (
    <QueryState
      query={mode}
      loading={<PageSpinner />}
      failed={(error, retry) => (
        <SignInLayout title={m.desk_start_title()} text={messageOf(error, m.desk_in_failed())}>
          <Button {...retry}>{m.ui_retry()}</Button>
        </SignInLayout>
      )}
    >
      {({ mode: kind, contact }) => (kind === "off" ? <OnlyOperators contact={contact} /> : <Ask approval={kind === "approval"} />)}
    </QueryState>
  );
}

function OnlyOperators({ contact }: { contact: string }) {
  return (
    <SignInLayout title={m.desk_start_title()} text={contact ? m.desk_start_off_contact({ contact }) : m.desk_start_off()}>
      <TextLink href="/desk/sign-in">{m.desk_start_have_account()}</TextLink>
    </SignInLayout>
  );
}

const REASONS = [
  { title: m.desk_start_watch, text: m.desk_start_watch_text },
  { title: m.desk_start_decide, text: m.desk_start_decide_text },
  { title: m.desk_start_promise, text: m.desk_start_promise_text },
  { title: m.desk_start_fair, text: m.desk_start_fair_text },
];

/** What hiring here is like. */
function Reasons() {
  return (
    <Stack gap="l">
      <Heading level={2}>{m.desk_start_why({ product: productName() })}</Heading>
      {REASONS.map(({ title, text: why }) => (
        <Stack key={title()} gap="xs">
          <Text strong>{title()}</Text>
          <Text quiet>{why()}</Text>
        </Stack>
      ))}
      <div>
        <TextLink outside="/how-ai-is-used">{m.desk_start_ai()}</TextLink>
      </div>
    </Stack>
  );
}

type Values = Record<"employer" | "name" | "email" | "street" | "zip" | "country", string>;

function Ask({ approval }: { approval: boolean }) {
  const { mutateAsync: send, error, reset } = useMutation(requestSignUp);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm(
    {
      employer: text(m.desk_start_employer_missing),
      name: text(m.desk_in_name_missing),
      email: email(m.desk_in_email_missing, m.desk_in_email_wrong),
      street: anyText,
      zip: text(m.desk_team_zip_wrong),
      country: anyText,
    },
    { employer: "", name: "", email: "", street: "", zip: "", country: "" },
  );
  if (sentTo !== null) {
    return (
      <SignInLayout title={m.desk_in_sent_title()} text={m.desk_start_sent({ email: sentTo })}>
        <p role="status">{m.desk_in_sent_hint()}</p>
        <TextLink onClick={() => setSentTo(null)}>{m.desk_in_other_email()}</TextLink>
      </SignInLayout>
    );
  }
  const submit = async ({ street, country, ...values }: Values) => {
    reset();
    try {
      await send({ ...values, street: street || null, country: (country || null) as Country | null, language: pageLanguage() });
      setSentTo(values.email);
    } catch (refused) {
      if (refused instanceof ApiError) form.setErrors(refused.fields);
    }
  };
  return (
    <SignInLayout title={m.desk_start_title()} text={approval ? m.desk_start_text_approval() : m.desk_start_text()} beside={<Reasons />}>
      <form {...form.on(submit)}>
        <Stack>
          <Field
            label={m.desk_start_employer()}
            hint={m.desk_start_employer_hint()}
            autoComplete="organization"
            maxLength={SignUpEntry.employer}
            {...form.field("employer")}
          />
          <Field label={m.desk_in_name()} autoComplete="name" maxLength={SignUpEntry.name} {...form.field("name")} />
          <EmailField label={m.desk_in_email()} autoComplete="email" {...form.field("email")} />
          <Field
            label={m.desk_start_street()}
            hint={m.desk_start_street_hint()}
            autoComplete="street-address"
            maxLength={SignUpEntry.street}
            {...form.field("street")}
          />
          <PlaceField {...form.field("zip")} understood={(zip) => <PlaceOfZip zip={zip} />} />
          <Refusal error={error instanceof ApiError && Object.keys(error.fields).length > 0 ? null : error} />
          <Button type="submit" full busy={form.busy}>
            {m.desk_in_send()}
          </Button>
        </Stack>
      </form>
      <TextLink href="/desk/sign-in">{m.desk_start_have_account()}</TextLink>
    </SignInLayout>
  );
}

/** A mailed link. Opening the page does nothing: mail scanners open links. The button uses the link up. */
function Opened({ signUpKey }: { signUpKey: string }) {
  const query = useQuery(signUpQuery(signUpKey));
  return (
    <QueryState
      query={query}
      loading={<PageSpinner />}
      failed={(error, retry) => (
        <SignInLayout title={m.desk_start_title()} text={messageOf(error, m.desk_in_failed())}>
          {error instanceof ApiError && error.status < 500 ? (
            <Button full href="/desk/start">
              {m.desk_start_again()}
            </Button>
          ) : (
            <Button {...retry}>{m.ui_retry()}</Button>
          )}
        </SignInLayout>
      )}
    >
      {(signUp) => <Confirm signUpKey={signUpKey} signUp={signUp} />}
    </QueryState>
  );
}

function Confirm({ signUpKey, signUp: { employer, email: address, city, state, zip: code, approval, alike } }: { signUpKey: string; signUp: SignUp }) {
  const navigate = useNavigate();
  const { mutateAsync: confirm, error, isPending, reset } = useMutation(confirmSignUp);
  const join = useMutation(askToJoin);
  const [waiting, setWaiting] = useState(false);
  const problem = error ?? join.error;
  // A link that was used or has expired helps no more; without an answer the same press may work.
  const isOver = problem instanceof ApiError && [404, 410].includes(problem.status);
  if (waiting)
    return (
      <SignInLayout title={m.desk_start_waiting_title()} text={m.desk_start_waiting_text({ email: address })}>
        {null}
      </SignInLayout>
    );
  if (join.isSuccess)
    return (
      <SignInLayout title={m.desk_start_asked_title()} text={m.desk_start_asked_text({ email: address })}>
        {null}
      </SignInLayout>
    );
  const add = async () => {
    join.reset();
    await confirm(signUpKey).then(
      (reply) => (reply.waiting ? setWaiting(true) : navigate("/desk/sign-in", { replace: true })),
      () => undefined,
    );
  };
  const ask = (employerId: string) => {
    reset();
    join.mutate({ key: signUpKey, employerId });
  };
  return (
    <SignInLayout title={m.desk_start_confirm_title({ employer })} text={m.desk_start_confirm_text({ product: productName() })}>
      <Text>{m.desk_start_place({ city, state, zip: code })}</Text>
      {alike.length > 0 && (
        <Callout>
          <Stack gap="s">
            <Heading level={2} size={3}>
              {m.desk_start_alike_title()}
            </Heading>
            {alike.map(({ id, name, sameDomain }) => (
              <Stack key={id} gap="xs">
                <Text size="small">{sameDomain ? m.desk_start_alike_domain({ name }) : m.desk_start_alike_name({ name })}</Text>
                <div>
                  <Button size="small" variant="second" busy={join.isPending} onClick={() => ask(id)}>
                    {m.desk_start_join({ name })}
                  </Button>
                </div>
              </Stack>
            ))}
          </Stack>
        </Callout>
      )}
      {problem && (
        <Banner tone="danger" title={error ? m.desk_start_not_added() : m.desk_start_not_asked()}>
          {messageOf(problem, m.desk_in_failed())}
        </Banner>
      )}
      {isOver ? (
        <Button full href="/desk/start">
          {m.desk_start_again()}
        </Button>
      ) : (
        <Button full busy={isPending} onClick={() => void add()}>
          {approval ? m.desk_start_send() : m.desk_start_add({ employer })}
        </Button>
      )}
    </SignInLayout>
  );
}

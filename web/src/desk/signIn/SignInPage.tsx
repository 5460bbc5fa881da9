import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { closeDesk, deskSessionQuery, signOutOfDesk } from "#/api/deskSession.queries.ts";
import { enterCode, openLink, requestLink, type SignInChoice, signInWithPassword } from "#/api/deskSignIn.queries.ts";
import { signOnOnly } from "#/api/deskSingleSignOn.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { readItem, removeItem } from "#/platform/storage.ts";
import { type AppPath, pageAt, pathTo, useNavigate, usePageQuery } from "#/platform/paths.ts";
import { Redirect } from "#/ui/AppLink/Redirect.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { EmailField } from "#/ui/Field/EmailField.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { anyCode, email, exact } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { OtherSignedIn, SessionFailed } from "../PageStates.tsx";
import { Ended, Refusal, SignInLayout } from "./SignInLayout.tsx";
import { SetUp } from "./SetUp.tsx";
import { AllowSignOn, SignOn } from "./SignOn.tsx";

/** How members sign in: by mailed link or password, then with a code of their authenticator app. */
export default function SignInPage() {
  const { key, next = null, ...search } = usePageQuery("/desk/sign-in");
  const query = useQuery(deskSessionQuery);
  const [usingPassword, setUsingPassword] = useState(false);
  const [byEmail, setByEmail] = useState(false);
  const [choices, setChoices] = useState<SignInChoice[] | null>(null);
  const [typed, setTyped] = useState(""); // The address stays when the member changes their mind.
  const session = query.data;
  if (!session) {
    return query.isError ? <SessionFailed busy={query.isFetching} onRetry={() => void query.refetch()} /> : <PageSpinner />;
  }
  if (session.state === "other") return <OtherSignedIn />;
  const { allow } = search;
  if (choices) return <Choose choices={choices} next={next} onDone={() => setChoices(null)} />;
  // Before the second factor: setting it up may need this very link.
  if (allow) return <AllowSignOn key={allow} link={allow} />;
  if (key) return <OpenLink key={key} link={key} next={next} onChoose={setChoices} />;
  if (session.state === "second-factor") return session.enrolled ? <EnterCode /> : <SetUp />;
  if (session.state === "signed-in") return <Redirect to={destination(next)} />;
  const employer = search.employer ?? readItem("deskEmployer");
  const chooseEmail = () => {
    removeItem("deskEmployer");
    setByEmail(true);
  };
  if (employer !== null && !byEmail) {
    return <SignOn employer={employer} problem={search.problem ?? null} next={destination(next)} onOther={chooseEmail} />;
  }
  const change = (address: string) => {
    setTyped(address);
    setUsingPassword(!usingPassword);
  };
  return usingPassword ? (
    <UsePassword begin={typed} onLink={change} onChoose={setChoices} />
  ) : (
    <AskForLink begin={typed} next={destination(next)} onPassword={change} />
  );
}

/** The page that was asked for before signing in, if it is one of the desk. */
function destination(next: string | null): AppPath {
  const path = pageAt(next);
  return path?.startsWith("/desk") && !path.startsWith("/desk/sign-in") ? path : "/desk";
}

type AskProps = { begin: string; next: string; onPassword: (address: string) => void };

function AskForLink({ begin, next, onPassword }: AskProps) {
  const { mutateAsync, error, reset } = useMutation(requestLink);
  const send = (address: string) => mutateAsync({ email: address, next });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ email: email(m.desk_in_email_missing, m.desk_in_email_wrong) }, { email: begin });
  if (sentTo !== null) return <Sent email={sentTo} onAgain={() => send(sentTo)} onOther={() => setSentTo(null)} error={error} />;
  const submit = async (values: { email: string }) => {
    reset();
    await send(values.email).then(
      () => setSentTo(values.email),
      () => undefined,
    );
  };
  return (
    <SignInLayout title={m.desk_nav_sign_in()} text={m.desk_in_text()}>
      <Ended />
      <form {...form.on(submit)}>
        <Stack>
          <EmailField label={m.desk_in_email()} autoComplete="email" {...form.field("email")} />
          <Refusal error={error} />
          <Button type="submit" full busy={form.busy}>
            {m.desk_in_send()}
          </Button>
        </Stack>
      </form>
      <Row wrap>
        <TextLink onClick={() => onPassword(form.typed().email)}>{m.desk_in_use_password()}</TextLink>
        <TextLink href="/desk/start">{m.desk_start_title()}</TextLink>
      </Row>
    </SignInLayout>
  );
}

type SentProps = { email: string; onAgain: () => Promise<unknown>; onOther: () => void; error: Error | null };

function Sent({ email: address, onAgain, onOther, error }: SentProps) {
  const [again, setAgain] = useState(false);
  return (
    <SignInLayout title={m.desk_in_sent_title()} text={m.desk_in_sent_text({ email: address })}>
      <Refusal error={error} />
      <p role="status">{again ? m.desk_in_sent_again() : m.desk_in_sent_hint()}</p>
      <Row wrap>
        <TextLink
          onClick={() =>
            void onAgain().then(
              () => setAgain(true),
              () => undefined,
            )
          }
        >
          {m.desk_in_send_again()}
        </TextLink>
        <TextLink onClick={onOther}>{m.desk_in_other_email()}</TextLink>
      </Row>
    </SignInLayout>
  );
}

/** The sign-in page, which goes on to the page `next`. */
function signInPage(next: string | null): AppPath {
  return pathTo("/desk/sign-in", { next: next ?? undefined });
}

type ChooseProps = { choices: SignInChoice[]; next: string | null; onDone: () => void };

/** Somebody who works for several employers chooses one. */
function Choose({ choices, next, onDone }: ChooseProps) {
  const { mutateAsync: open, error, isPending, variables } = useMutation(openLink);
  const use = (key: string) => open(key).then(onDone, () => undefined);
  const over = error && signOnOnly(error) === null;
  return (
    <SignInLayout title={m.desk_in_choose_title()} text={m.desk_in_choose_text()}>
      <Refusal error={error} />
      {over && (
        <Button full variant="second" href={signInPage(next)} onClick={onDone}>
          {m.desk_in_new_link()}
        </Button>
      )}
      {!over &&
        choices.map(({ employer, key }) => (
          <Button key={key} full variant="second" busy={isPending && variables === key} onClick={() => void use(key)}>
            {employer}
          </Button>
        ))}
    </SignInLayout>
  );
}

/** A mailed link. Opening the page does nothing: mail scanners open links. The button uses the link up. */
function OpenLink({ link, next, onChoose }: { link: string; next: string | null; onChoose: (choices: SignInChoice[]) => void }) {
  const navigate = useNavigate();
  const { mutateAsync: open, error, isPending } = useMutation(openLink);
  // Not a callback of the mutation: the new session replaces this step before.
  const page = signInPage(next);
  const use = () =>
    open(link).then(
      ({ choices }) => {
        if (choices.length > 0) onChoose(choices);
        navigate(page, { replace: true });
      },
      () => undefined,
    );
  return (
    <SignInLayout title={m.desk_in_link_title()} text={m.desk_in_link_text()}>
      <Refusal error={error} />
      {signOnOnly(error) !== null ? null : error ? (
        <Button full href={page}>
          {m.desk_in_new_link()}
        </Button>
      ) : (
        <Button full busy={isPending} onClick={() => void use()}>
          {m.desk_in_go()}
        </Button>
      )}
    </SignInLayout>
  );
}

type PasswordProps = { begin: string; onLink: (address: string) => void; onChoose: (choices: SignInChoice[]) => void };

function UsePassword({ begin, onLink, onChoose }: PasswordProps) {
  const { mutateAsync: signIn, error, reset } = useMutation(signInWithPassword);
  const rules = { email: email(m.desk_in_email_missing, m.desk_in_email_wrong), password: exact((typed) => (typed ? "" : m.desk_in_password_missing())) };
  const form = useForm(rules, { email: begin, password: "" });
  const submit = async (values: { email: string; password: string }) => {
    reset();
    await signIn(values).then(
      ({ choices }) => choices.length > 0 && onChoose(choices),
      () => undefined,
    );
  };
  return (
    <SignInLayout title={m.desk_nav_sign_in()} text={m.desk_in_password_text()}>
      <Ended />
      <form {...form.on(submit)}>
        <Stack>
          <EmailField label={m.desk_in_email()} autoComplete="username" {...form.field("email")} />
          <PasswordField label={m.desk_in_password()} autoComplete="current-password" {...form.field("password")} />
          <Refusal error={error} />
          <Button type="submit" full busy={form.busy}>
            {m.desk_in_go()}
          </Button>
        </Stack>
      </form>
      <Row wrap>
        <TextLink onClick={() => onLink(form.typed().email)}>{m.desk_in_use_link()}</TextLink>
      </Row>
    </SignInLayout>
  );
}

/** The second factor: a code of the app, or a recovery code. */
function EnterCode() {
  const { mutateAsync: enter, error, reset } = useMutation(enterCode);
  const cache = useQueryClient();
  const { mutate: signOut } = useMutation({ ...signOutOfDesk, onSettled: () => closeDesk(cache) });
  const [recovering, setRecovering] = useState(false);
  const form = useForm({ code: anyCode(m.desk_in_code_missing) }, { code: "" });
  const submit = async (values: { code: string }) => {
    reset();
    await enter(values.code).catch(() => undefined);
  };
  return (
    <SignInLayout title={m.desk_in_code_title()} text={recovering ? m.desk_in_recovery_text() : m.desk_in_code_text()}>
      <form {...form.on(submit)} key={String(recovering)}>
        <Stack>
          <Field
            label={recovering ? m.desk_in_recovery() : m.desk_in_code()}
            inputMode={recovering ? "text" : "numeric"}
            autoComplete={recovering ? "off" : "one-time-code"}
            autoCapitalize="none"
            {...form.field("code")}
          />
          <Refusal error={error} />
          <Button type="submit" full busy={form.busy}>
            {m.desk_in_continue()}
          </Button>
        </Stack>
      </form>
      <Row wrap>
        <TextLink onClick={() => setRecovering(!recovering)}>{recovering ? m.desk_in_use_app() : m.desk_in_use_recovery()}</TextLink>
        <TextLink onClick={() => signOut()}>{m.desk_in_other_account()}</TextLink>
      </Row>
    </SignInLayout>
  );
}

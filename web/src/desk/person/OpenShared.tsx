import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { openShared, sendReviewCode, sharedQuery } from "#/api/deskPerson.queries.ts";
import { messageOf } from "#/api/errors.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { anyCode } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { SignInLayout } from "../signIn/SignInLayout.tsx";

type Props = { link: string; reviewer: string; address: string };

/** The first opening of a review link in a browser: its recipient enters a mailed code. */
export function OpenShared({ link, reviewer, address }: Props) {
  const [sent, setSent] = useState(false);
  const {
    mutate: send,
    error,
    isPending,
  } = useMutation({
    mutationFn: () => sendReviewCode(link),
    onSuccess: () => {
      if (sent) toast({ title: m.desk_person_open_sent({ address }), tone: "good" });
      setSent(true);
    },
  });
  const failure = error && <Banner tone="danger">{messageOf(error, m.desk_person_open_failed())}</Banner>;
  if (sent)
    return (
      <EnterReviewCode link={link} address={address} onAgain={send}>
        {failure}
      </EnterReviewCode>
    );
  return (
    <SignInLayout title={m.desk_person_open_title({ name: reviewer })} text={m.desk_person_open_text({ address })}>
      {failure}
      <Button full busy={isPending} onClick={() => send()}>
        {m.desk_person_open_send()}
      </Button>
    </SignInLayout>
  );
}

type EnterProps = { link: string; address: string; onAgain: () => void; children: ReactNode };

function EnterReviewCode({ link, address, onAgain, children }: EnterProps) {
  const cache = useQueryClient();
  const {
    mutateAsync: open,
    error,
    reset,
  } = useMutation({
    mutationFn: (code: string) => openShared(link, code),
    onSuccess: () => cache.resetQueries({ queryKey: sharedQuery(link).queryKey }),
  });
  const form = useForm({ code: anyCode(m.desk_in_code_missing) }, { code: "" });
  const submit = async ({ code }: { code: string }) => {
    reset();
    await open(code).catch(() => undefined);
  };
  return (
    <SignInLayout title={m.desk_in_code_title()} text={m.desk_person_open_sent({ address })}>
      <form {...form.on(submit)}>
        <Stack>
          <Field label={m.desk_in_code()} inputMode="numeric" autoComplete="one-time-code" {...form.field("code")} />
          {children}
          {error && <Banner tone="danger">{messageOf(error, m.desk_person_open_failed())}</Banner>}
          <Button type="submit" full busy={form.busy}>
            {m.desk_in_continue()}
          </Button>
        </Stack>
      </form>
      <Row wrap>
        <TextLink onClick={onAgain}>{m.desk_person_open_again()}</TextLink>
      </Row>
    </SignInLayout>
  );
}

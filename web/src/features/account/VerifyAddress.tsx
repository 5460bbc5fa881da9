import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Verifiable, verifyCode, sendCode } from "#/session/account.ts";
import { messageOf } from "#/api/errors.ts";
import { m } from "#/messages.gen/messages.js";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { useForm } from "#/ui/form/useForm.ts";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { CodeField } from "./CodeField.tsx";
import { ProblemBanner } from "./ProblemBanner.tsx";
import { codeRules, type CodeValues } from "./rules.ts";
import { Submit } from "./Submit.tsx";
import { useProblem, useRefusal } from "./useRefusal.ts";

interface ProveAddressProps {
  what: Verifiable;
  /** The email address or the phone number to verify. */
  address: string;
}

/** Sends a code to an unverified address and asks for it in a dialog. */
export function VerifyAddress({ what, address }: ProveAddressProps) {
  const [open, setOpen] = useState(false);
  const { mutateAsync, isPending } = useMutation(sendCode);
  const { problem, say, clear } = useProblem();
  const send = () => mutateAsync(what);

  async function begin(): Promise<void> {
    clear();
    try {
      await send();
      setOpen(true);
    } catch (error) {
      say(m.account_code_failed(), messageOf(error, m.account_code_failed_text()));
    }
  }

  const title = what === "email" ? m.account_prove_email() : m.account_prove_phone();
  return (
    <>
      <TextLink aria-disabled={isPending || undefined} onClick={() => isPending || void begin()}>
        {title}
      </TextLink>
      <ProblemBanner problem={problem} />
      <Dialog open={open} onClose={() => setOpen(false)} title={title} text={m.account_prove_text({ address })}>
        <CodeForm what={what} send={send} onProven={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface CodeFormProps {
  what: Verifiable;
  send: () => Promise<unknown>;
  onProven: () => void;
}

function CodeForm({ what, send, onProven }: CodeFormProps) {
  const form = useForm(codeRules, { code: "" });
  const { mutateAsync: prove } = useMutation(verifyCode);
  const { state, clear, refuse } = useRefusal(form, "code");

  async function submit({ code }: CodeValues): Promise<void> {
    clear();
    try {
      await prove({ what, code });
      toast({
        title: what === "email" ? m.account_prove_email_done() : m.account_prove_phone_done(),
        tone: "good",
      });
      onProven();
    } catch (error) {
      refuse(error, m.account_prove_failed(), m.account_prove_failed_text());
    }
  }

  return (
    <form {...form.on(submit, clear)}>
      <Stack>
        <CodeField label={m.account_prove_code()} field={form.field("code")} send={send} />
        <Submit label={m.account_prove_submit()} busyLabel={m.account_prove_busy()} busy={form.busy} {...state} />
      </Stack>
    </form>
  );
}

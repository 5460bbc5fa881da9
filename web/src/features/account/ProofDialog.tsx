import { useMutation } from "@tanstack/react-query";
import { givePassword } from "#/session/account.ts";
import type { Prompt } from "#/platform/store.ts";
import { m } from "#/messages.gen/messages.js";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { useForm } from "#/ui/form/useForm.ts";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { proofRules, type ProofValues } from "./rules.ts";
import { Submit } from "./Submit.tsx";
import { useRefusal } from "./useRefusal.ts";

/** Asks for the password before a change of sign-in details. */
export default function ProofDialog({ request }: { request: Prompt }) {
  const form = useForm(proofRules, { password: "" });
  const { mutateAsync: give } = useMutation(givePassword);
  const { state, clear, refuse } = useRefusal(form, "password");

  async function submit({ password }: ProofValues): Promise<void> {
    clear();
    try {
      await give(password);
      request.settle(true);
    } catch (error) {
      refuse(error, m.account_proof_failed(), m.account_proof_failed_text());
    }
  }

  return (
    <Dialog open onClose={() => request.settle(false)} title={m.account_proof_title()} text={m.account_proof_text()}>
      <form {...form.on(submit, clear)}>
        <Stack>
          <PasswordField label={m.account_password()} autoComplete="current-password" {...form.field("password")} />
          <Submit label={m.account_proof_submit()} busyLabel={m.account_proof_busy()} busy={form.busy} {...state} />
        </Stack>
      </form>
    </Dialog>
  );
}

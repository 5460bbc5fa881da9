import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { changePassword } from "#/session/account.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { useForm } from "#/ui/form/useForm.ts";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { sayPasswordErrors } from "./fields.ts";
import { changePasswordRules, type ChangePasswordValues } from "./rules.ts";
import { Submit } from "./Submit.tsx";
import { useRefusal } from "./useRefusal.ts";

const EMPTY: ChangePasswordValues = { currentPassword: "", newPassword: "", confirmation: "" };

/** A card that leads to changing the password. Password managers store the new one under `email`. */
export function ChangePassword({ email }: { email: string | null }) {
  const [open, setOpen] = useState(false);
  return (
    <TitledCard title={m.account_change_card()}>
      <Text size="small" quiet>
        {m.account_change_lead()}
      </Text>
      <Button variant="second" full onClick={() => setOpen(true)}>
        {m.account_change_title()}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.account_change_title()}>
        <ChangePasswordForm email={email} onChanged={() => setOpen(false)} />
      </Dialog>
    </TitledCard>
  );
}

function ChangePasswordForm({ email, onChanged }: { email: string | null; onChanged: () => void }) {
  const form = useForm(changePasswordRules, EMPTY);
  const { mutateAsync: change } = useMutation(changePassword);
  const { state, refuse, ...problem } = useRefusal(form, "currentPassword");

  async function submit({ currentPassword, newPassword }: ChangePasswordValues): Promise<void> {
    problem.clear();
    try {
      await change({ currentPassword, newPassword });
      toast({ title: m.account_change_done(), description: m.account_change_done_text(), tone: "good" });
      onChanged();
    } catch (error) {
      refuse(error, m.account_change_failed(), m.account_change_failed_text());
    }
  }

  return (
    <form {...form.on(submit, ({ newPassword = "", confirmation = "" }) => sayPasswordErrors({ password: newPassword, confirmation }, problem))}>
      <Stack>
        <input type="hidden" name="username" autoComplete="username" value={email ?? ""} />
        <PasswordField label={m.account_change_current()} autoComplete="current-password" {...form.field("currentPassword")} />
        <PasswordField label={m.account_set_new()} hint={m.account_set_hint()} autoComplete="new-password" {...form.field("newPassword")} />
        <PasswordField label={m.account_confirm_password()} autoComplete="new-password" {...form.field("confirmation")} />
        <Submit label={m.account_change_title()} busyLabel={m.account_change_busy()} busy={form.busy} {...state} />
      </Stack>
    </form>
  );
}

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { inviteMember } from "#/api/deskTeam.queries.ts";
import { ApiError } from "#/api/errors.ts";
import { MemberInvitation } from "#/api/limits.gen.ts";
import type { WorkLocation } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { EmailField } from "#/ui/Field/EmailField.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { email, text } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Refusal } from "../signIn/SignInLayout.tsx";
import { type RoleChoice, RoleFields } from "./RoleFields.tsx";

export function InviteDialog({ locations, onClose }: { locations: WorkLocation[]; onClose: () => void }) {
  const { mutateAsync: invite, error, reset } = useMutation(inviteMember);
  const [choice, setChoice] = useState<RoleChoice>({ role: "manager", locationIds: null });
  const form = useForm({ email: email(m.desk_in_email_missing, m.desk_in_email_wrong), name: text(m.desk_team_person_missing) }, { email: "", name: "" });
  const submit = async (values: { email: string; name: string }) => {
    reset();
    try {
      await invite({ ...values, role: choice.role, locationIds: choice.role === "manager" ? choice.locationIds : null });
      toast({ title: m.desk_team_invited(), tone: "good" });
      onClose();
    } catch (refused) {
      if (refused instanceof ApiError) form.setErrors(refused.fields);
    }
  };
  return (
    <Dialog open onClose={onClose} title={m.desk_team_invite()} text={m.desk_team_invite_text()}>
      <form {...form.on(submit)}>
        <Stack>
          <Field label={m.desk_team_person()} autoComplete="off" maxLength={MemberInvitation.name} {...form.field("name")} />
          <EmailField label={m.desk_in_email()} autoComplete="off" {...form.field("email")} />
          <RoleFields value={choice} onChange={setChoice} locations={locations} />
          <Refusal error={error} />
          <Button type="submit" full busy={form.busy}>
            {m.desk_team_invite_send()}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

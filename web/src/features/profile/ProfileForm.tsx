import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, messageOf } from "#/api/errors.ts";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { updateProfile } from "#/session/user.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { EmailField } from "#/ui/Field/EmailField.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { anyEmail, anyText, type Rules, text, type Texts } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { toast } from "#/ui/Toast/toast.ts";

interface ProfileFormProps {
  user: User;
  /** The initial values; `onChange` is called for every change. */
  draft: ProfileValues;
  onChange: (draft: ProfileValues) => void;
  /** Called once the server has saved them. */
  onSaved: () => void;
}

/** Edits name, email and phone. */
export function ProfileForm({ user, draft, onChange, onSaved }: ProfileFormProps) {
  const form = useForm(profileRules, draft, onChange);
  const { mutateAsync: save } = useMutation(updateProfile);
  const [problem, setProblem] = useState("");

  async function submit({ email, phone, ...names }: ProfileValues): Promise<void> {
    const number = phone === (user.phone ?? "") ? {} : { phone: phone || null };
    setProblem("");
    try {
      await save({ ...names, email: email || null, ...number, profileCompleted: true });
      toast({ title: m.profile_updated(), description: m.profile_updated_text(), tone: "good" });
      onSaved();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      form.setErrors(fields, "firstName");
      setProblem(messageOf(error, m.profile_failed_text()));
    }
  }

  return (
    <form {...form.on(submit, () => setProblem(""))}>
      <Stack>
        <Field label={m.profile_first_name()} autoComplete="given-name" {...form.field("firstName")} />
        <Field label={m.profile_last_name()} hint={m.profile_last_name_hint()} autoComplete="family-name" {...form.field("lastName")} />
        <EmailField label={m.profile_email()} hint={m.profile_email_hint()} autoComplete="email" {...form.field("email")} />
        <Field label={m.profile_phone()} hint={m.profile_phone_hint()} type="tel" autoComplete="tel" {...form.field("phone")} />
        {problem && (
          <Banner tone="danger">
            <strong>{m.profile_failed()}</strong>
            <p>{problem}</p>
          </Banner>
        )}
        <Button type="submit" full busy={form.busy}>
          {form.busy ? m.profile_saving() : m.profile_save()}
        </Button>
      </Stack>
    </form>
  );
}

export type ProfileValues = Texts<"firstName" | "lastName" | "email" | "phone">;

export const profileRules: Rules<keyof ProfileValues> = {
  firstName: text(() => m.profile_first_name_required()),
  lastName: anyText,
  email: anyEmail(() => m.profile_email_wrong()),
  phone: anyText,
};

/** The form's initial values. */
export function valuesOf({ firstName, lastName, email, phone }: User): ProfileValues {
  return { firstName, lastName, email: email ?? "", phone: phone ?? "" };
}

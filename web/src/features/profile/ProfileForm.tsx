import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ApiError, messageOf } from "#/api/errors.ts";
import { updateProfile } from "#/api/session.queries.ts";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { profileSchema, type ProfileValues } from "./schema.ts";

const FIELDS = ["firstName", "lastName", "email", "phone"] as const;

interface ProfileFormProps {
  user: User;
  /** What the form begins with; `onChange` hears of every change to it. */
  draft: ProfileValues;
  onChange: (draft: ProfileValues) => void;
  /** Called once the server has them. */
  onSaved: () => void;
}

/** Changes name, email and phone. */
export function ProfileForm({ user, draft, onChange, onSaved }: ProfileFormProps) {
  const form = useForm({ resolver: valibotResolver(profileSchema), defaultValues: draft });
  const { mutateAsync: save } = useMutation(updateProfile);

  async function submit({ email, phone, ...names }: ProfileValues): Promise<void> {
    const number = phone === (user.phone ?? "") ? {} : { phone: phone || null };
    try {
      await save({ ...names, email: email || null, ...number, profileCompleted: true });
      toast({ title: m.profile_updated(), description: m.profile_updated_text(), tone: "good" });
      onSaved();
    } catch (error) {
      refuse(error);
    }
  }

  /** Puts what the server found wrong beside its field. */
  function refuse(error: unknown): void {
    const wrong = error instanceof ApiError ? error.fields : {};
    for (const name of FIELDS) if (wrong[name]) form.setError(name, { message: wrong[name] });
    form.setFocus(FIELDS.find((name) => wrong[name]) ?? "firstName");
    const description = messageOf(error, m.profile_failed_text());
    toast({ title: m.profile_failed(), description, tone: "danger" });
  }

  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} onChange={() => onChange(form.getValues())}>
      <Stack>
        <Field
          label={m.profile_first_name()}
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register("firstName")}
        />
        <Field
          label={m.profile_last_name()}
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register("lastName")}
        />
        <Field
          label={m.profile_email()}
          hint={m.profile_email_hint()}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register("email")}
        />
        <Field
          label={m.profile_phone()}
          hint={m.profile_phone_hint()}
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          {...register("phone")}
        />
        <Button type="submit" full busy={isSubmitting}>
          {isSubmitting ? m.profile_saving() : m.profile_save()}
        </Button>
      </Stack>
    </form>
  );
}

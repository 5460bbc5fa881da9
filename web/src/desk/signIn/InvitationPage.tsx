import { useMutation, useQuery } from "@tanstack/react-query";
import { acceptInvitation, invitationQuery } from "#/api/deskSignIn.queries.ts";
import { signOnAddress } from "#/api/deskSingleSignOn.queries.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import { m } from "#/messages.gen/messages.js";
import { leaveTo } from "#/platform/page.ts";
import { useNavigate, usePageQuery } from "#/platform/paths.ts";
import { productName } from "#/platform/product.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { exact, text } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { SignInLayout, Refusal } from "./SignInLayout.tsx";

const MIN_LENGTH = 8;

/** Accepts the invitation in the address. Only the button uses it up. */
export default function InvitationPage() {
  const { key = "" } = usePageQuery("/desk/invitation");
  const query = useQuery(invitationQuery(key));
  return (
    <QueryState
      query={query}
      loading={<PageSpinner />}
      failed={(error, retry) => (
        <SignInLayout title={m.desk_in_invitation_over()} text={messageOf(error, m.desk_in_failed())}>
          {error instanceof ApiError && error.code === "employer_closed" ? null : error instanceof ApiError && error.status < 500 ? (
            <Text>{m.desk_in_invitation_ask({ product: productName() })}</Text>
          ) : (
            <Button {...retry}>{m.ui_retry()}</Button>
          )}
        </SignInLayout>
      )}
    >
      {(invitation) =>
        invitation.singleSignOn === null ? <Accept invitationKey={key} {...invitation} /> : <JoinBySignOn {...invitation} at={invitation.singleSignOn} />
      }
    </QueryState>
  );
}

type JoinProps = { employer: string; email: string; at: string };

/** The employer lets nobody in any other way. The invitation is used up by the sign-in. */
function JoinBySignOn({ employer, email, at }: JoinProps) {
  return (
    <SignInLayout title={m.desk_in_invitation_title({ employer })} text={m.desk_sign_on_join({ email })}>
      <Button full onClick={() => leaveTo(signOnAddress(at, "/desk"))}>
        {m.desk_sign_on_go()}
      </Button>
    </SignInLayout>
  );
}

type AcceptProps = { invitationKey: string; employer: string; name: string; email: string };

function Accept({ invitationKey, employer, name, email }: AcceptProps) {
  const navigate = useNavigate();
  const { mutateAsync: accept, error, reset } = useMutation(acceptInvitation);
  const rules = {
    name: text(m.desk_in_name_missing),
    password: exact<{ name: string; password: string }>((typed) => (typed === "" || typed.length >= MIN_LENGTH ? "" : m.desk_in_password_short())),
  };
  const form = useForm(rules, { name, password: "" });
  const submit = async (values: { name: string; password: string }) => {
    reset();
    try {
      await accept({ key: invitationKey, ...values });
      navigate("/desk/sign-in", { replace: true });
    } catch (refused) {
      if (refused instanceof ApiError) form.setErrors(refused.fields);
    }
  };
  return (
    <SignInLayout title={m.desk_in_invitation_title({ employer })} text={m.desk_in_invitation_text({ email })}>
      <form {...form.on(submit)}>
        <Stack>
          <Field label={m.desk_in_name()} autoComplete="name" {...form.field("name")} />
          <PasswordField label={m.desk_in_password_optional()} hint={m.desk_in_password_hint()} autoComplete="new-password" {...form.field("password")} />
          <Refusal error={error} />
          <Button type="submit" full busy={form.busy}>
            {m.desk_in_accept()}
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  );
}

import { SignUpForm } from "#/features/account/SignUpForm.tsx";
import { SignUpHeading } from "#/features/account/SignUpHeading.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";

export default function SignUp() {
  return (
    <Column>
      <Stack gap="l">
        <SignUpHeading />
        <SignUpForm />
      </Stack>
    </Column>
  );
}

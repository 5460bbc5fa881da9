import { SignUpForm } from "#/features/account/SignUpForm.tsx";
import { SignUpHeading } from "#/features/account/SignUpHeading.tsx";
import { usePreload } from "#/platform/preload.ts";
import { Column } from "#/ui/Column/Column.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";

const nextPage = () => import("./JobSearch.tsx");

export default function SignUp() {
  usePreload(nextPage);
  return (
    <Column>
      <Stack gap="l">
        <SignUpHeading />
        <SignUpForm />
      </Stack>
    </Column>
  );
}

import { useEffect } from "react";
import { keepWantedJob } from "#/session/wantedJob.ts";
import { BesideForm } from "#/features/account/BesideForm.tsx";
import { SignUpForm } from "#/features/account/SignUpForm.tsx";
import { SignUpHeading } from "#/features/account/SignUpHeading.tsx";
import { useFirstFocus } from "#/features/account/useFirstFocus.ts";
import { usePageQuery } from "#/platform/paths.ts";
import { Column } from "#/ui/Column/Column.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";

export default function SignUp() {
  const box = useFirstFocus<HTMLDivElement>();
  const { apply } = usePageQuery("/signup");
  useEffect(() => keepWantedJob(apply), [apply]);
  return (
    <Column>
      <Stack gap="l" ref={box}>
        <SignUpHeading />
        <SignUpForm />
      </Stack>
      <BesideForm />
    </Column>
  );
}

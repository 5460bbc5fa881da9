import { useState } from "react";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { readItem } from "#/platform/storage.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { SetPasswordForm } from "./SetPasswordForm.tsx";

/** A password for the account of `user`, or of whoever can read the mail of the address that is remembered here. */
export function SetPassword({ user }: { user: User | null }) {
  const [tempEmail] = useState(() => readItem("tempEmail"));
  return (
    <Stack gap="l">
      <Stack gap="xs">
        <Heading level={1}>{m.account_set_title()}</Heading>
        <Text quiet>{tempEmail ? m.account_set_lead_for({ email: tempEmail }) : m.account_set_lead()}</Text>
      </Stack>
      <SetPasswordForm email={user?.email ?? tempEmail} withCode={user === null} />
    </Stack>
  );
}

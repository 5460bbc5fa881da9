import { useState } from "react";
import { useSession } from "#/api/session.queries.ts";
import { SetPasswordForm } from "#/features/account/SetPasswordForm.tsx";
import { m } from "#/messages.gen/messages.js";
import { readItem } from "#/platform/storage.ts";
import { Column } from "#/ui/Column/Column.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

export default function SetPassword() {
  const session = useSession();
  const [tempEmail] = useState(() => readItem("tempEmail"));
  const email = (session.state === "signed-in" ? session.user.email : null) ?? tempEmail;
  return (
    <Column>
      <Stack gap="l">
        <Stack gap="xs">
          <Heading level={1}>{m.account_set_title()}</Heading>
          <Text quiet>{tempEmail ? m.account_set_lead_for({ email: tempEmail }) : m.account_set_lead()}</Text>
        </Stack>
        <SetPasswordForm email={email} withCode={session.state === "signed-out"} />
      </Stack>
    </Column>
  );
}

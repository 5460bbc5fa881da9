import { useState } from "react";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import type { Onward } from "#/platform/paths.ts";
import { readItem } from "#/platform/storage.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { SetPasswordForm } from "./SetPasswordForm.tsx";

interface SetPasswordProps {
  user: User | null;
  reset: boolean;
  /** The page requested before the sign-in. */
  next: Onward | null;
}

/**
 * Sets the password of `user`, or, with a code, of the account whose address is remembered here. `reset`: replaces an
 * earlier password.
 */
export function SetPassword({ user, reset, next }: SetPasswordProps) {
  const [tempEmail] = useState(() => readItem("tempEmail"));
  return (
    <Stack gap="l">
      <Stack gap="xs">
        <Heading level={1}>{reset ? m.account_reset_title() : m.account_set_title()}</Heading>
        <Text quiet>{lead(tempEmail, reset)}</Text>
      </Stack>
      <SetPasswordForm email={user?.email ?? tempEmail} withCode={user === null} next={next} />
    </Stack>
  );
}

function lead(email: string | null, reset: boolean): string {
  if (!email) return m.account_set_lead();
  return reset ? m.account_reset_lead_for({ email }) : m.account_set_lead_for({ email });
}

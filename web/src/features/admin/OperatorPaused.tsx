import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";

/** What an operator still has to do before the page opens; `missing` as in the server's error, `signIn` by passkey. */
export function OperatorPaused({ missing, signIn }: { missing: Record<string, string>; signIn: ReactNode }) {
  return (
    <Column>
      <Empty art="keys" level={1} title={m.operations_paused()} text={textOf(missing)}>
        {"session" in missing ? (
          signIn
        ) : (
          <Button href="/profile" full="phone">{m.operations_paused_profile()}</Button>
        )}
      </Empty>
    </Column>
  );
}

function textOf(missing: Record<string, string>): string {
  if ("session" in missing) return m.operations_paused_session();
  if ("appointment" in missing) return m.operations_paused_appointment();
  if ("email" in missing && "passkey" in missing) return m.operations_paused_both();
  return "email" in missing ? m.operations_paused_email() : m.operations_paused_passkey();
}

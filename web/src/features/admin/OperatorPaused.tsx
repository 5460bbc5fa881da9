import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";

type PausedProps = {
  /** As in the server's error. */
  missing: Record<string, string>;
  /** Signs in by passkey; null where the browser cannot. */
  signIn: ReactNode;
};

/** What an operator still has to do before the page opens. */
export function OperatorPaused({ missing, signIn }: PausedProps) {
  return (
    <Column>
      <Empty art="compass" level={1} title={titleOf(missing)} text={textOf(missing, signIn !== null)}>
        {("session" in missing && signIn) || (
          <Button href="/profile" full="phone">
            {m.operations_paused_profile()}
          </Button>
        )}
      </Empty>
    </Column>
  );
}

function titleOf(missing: Record<string, string>): string {
  if ("session" in missing) return m.operations_paused_session_title();
  return "appointment" in missing ? m.operations_paused_appointment_title() : m.operations_paused();
}

function textOf(missing: Record<string, string>, canSignIn: boolean): string {
  if ("session" in missing) return canSignIn ? m.operations_paused_session() : m.operations_paused_session_elsewhere();
  if ("appointment" in missing) return m.operations_paused_appointment();
  if ("email" in missing && "passkey" in missing) return m.operations_paused_both();
  return "email" in missing ? m.operations_paused_email() : m.operations_paused_passkey();
}

import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";

/** What an operator's account still needs before it may open the page; `missing` as in the server's error. */
export function OperatorPaused({ missing }: { missing: Record<string, string> }) {
  return (
    <Column>
      <Empty art="keys" level={1} title={m.operations_paused()} text={textOf("email" in missing, "passkey" in missing)}>
        <Button href="/profile" full="phone">{m.operations_paused_profile()}</Button>
      </Empty>
    </Column>
  );
}

function textOf(email: boolean, passkey: boolean): string {
  if (email && passkey) return m.operations_paused_both();
  return email ? m.operations_paused_email() : m.operations_paused_passkey();
}

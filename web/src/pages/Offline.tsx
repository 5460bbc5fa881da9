import { m } from "#/messages.gen/messages.js";
import { useOnline } from "#/platform/network.ts";
import { goToPage, reload } from "#/platform/page.ts";
import { usePath } from "#/platform/paths.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Text } from "#/ui/Text/Text.tsx";

/** Shown at the address of a server-rendered page while the server is unreachable. */
export default function Offline() {
  const path = usePath();
  const online = useOnline();
  return (
    <Column>
      <Empty art="compass" level={1} title={m.shell_no_signal_title()} text={m.shell_no_signal_text()}>
        <Button full="phone" onClick={() => (path === "/offline" ? goToPage("/") : reload())}>
          {m.shell_error_again()}
        </Button>
        {online && (
          <Text quiet role="status">
            {m.shell_no_signal_back()}
          </Text>
        )}
      </Empty>
    </Column>
  );
}

import { useQuery } from "@tanstack/react-query";
import { nowSignedInQuery } from "#/session/user.ts";
import { m } from "#/messages.gen/messages.js";
import { leaveTo } from "#/platform/page.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";

/** Shown after somebody else signed in in this browser: this tab does nothing for them before the page is loaded again. */
export default function OtherSignedIn() {
  const { data: name } = useQuery(nowSignedInQuery);
  return (
    <Column>
      <Empty art="compass" level={1} title={name ? m.shell_other_title({ name }) : m.shell_other_someone()} text={m.shell_other_text()}>
        <Button full="phone" onClick={() => leaveTo("/dashboard")}>
          {name ? m.shell_other_go({ name }) : m.shell_error_again()}
        </Button>
      </Empty>
    </Column>
  );
}

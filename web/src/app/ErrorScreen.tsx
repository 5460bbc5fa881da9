import { m } from "#/messages.gen/messages.js";
import { useShown } from "#/platform/hydration.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Failure } from "#/ui/Empty/Failure.tsx";
import styles from "./ErrorScreen.module.css";

/** The last resort when rendering fails. Depends on nothing that may be the cause: no router, no server state. */
export function ErrorScreen({ resetErrorBoundary }: { resetErrorBoundary: () => void }) {
  useShown();
  return (
    <Column as="main">
      <Failure art="spanner" title={m.shell_error_title()} text={m.shell_error_text()}>
        <Button full="phone" onClick={resetErrorBoundary}>
          {m.shell_error_again()}
        </Button>
        <AppLink outside="/" className={styles.home}>
          {m.shell_error_home()}
        </AppLink>
      </Failure>
    </Column>
  );
}

import { SignedOut } from "#/session/user.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

interface PageFailedProps {
  error: unknown;
  resetErrorBoundary: () => void;
  /** What this page can say about what one did on it. */
  safe: string;
  /** Where somebody who gives up on this page goes. */
  home: string;
}

/** One page has failed; the shell around it goes on. A page whose code did not come is a matter of the signal. */
export function PageFailed({ error, resetErrorBoundary, safe, home }: PageFailedProps) {
  if (error instanceof SignedOut) return <Unknown />;
  const missing = isNotLoaded(error);
  return (
    <Column>
      <Empty
        art="spanner"
        level={1}
        title={missing ? m.shell_missing_title() : m.shell_error_title()}
        text={missing ? m.shell_missing_text() : m.shell_failed_text({ safe })}
      >
        <Button full="phone" onClick={resetErrorBoundary}>
          {m.shell_error_again()}
        </Button>
        <TextLink href={home}>{home === "/" ? m.shell_error_home() : m.shell_failed_dashboard()}</TextLink>
      </Empty>
    </Column>
  );
}

/** The guard lets nobody here who is not signed in. Should it ever fail, there is still a way in. */
function Unknown() {
  return (
    <Column>
      <Empty art="keys" level={1} title={m.shell_unknown_title()}>
        <Button full="phone" href="/login">
          {m.shell_sign_in()}
        </Button>
      </Empty>
    </Column>
  );
}

/** How the engines say that an imported file did not come: Chromium, Firefox, Safari, and the preloading of styles. */
const NOT_LOADED =
  /dynamically imported module|error loading dynamically|importing a module script failed|unable to preload css/i;

export function isNotLoaded(error: unknown): boolean {
  return error instanceof Error && NOT_LOADED.test(error.message);
}

import { reload } from "#/platform/page.ts";
import type { AppPath } from "#/platform/paths.ts";
import { SignedOut } from "#/session/user.ts";
import { m } from "#/messages.gen/messages.js";
import { useShown } from "#/platform/hydration.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Failure } from "#/ui/Empty/Failure.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

interface PageFailedProps {
  error: unknown;
  resetErrorBoundary: () => void;
  /** This page's message about the person's work on it. */
  safe: string;
  /** The link for leaving this page. */
  home: AppPath;
}

/**
 * The error boundary of one page; the shell around it keeps working. A failed code download is reported as a network
 * problem.
 */
export function PageFailed({ error, resetErrorBoundary, safe, home }: PageFailedProps) {
  useShown();
  if (error instanceof SignedOut) return <Unknown />;
  const missing = isNotLoaded(error);
  return (
    <Column>
      <Failure
        art="spanner"
        title={missing ? m.shell_missing_title() : m.shell_error_title()}
        text={missing ? m.shell_missing_text({ safe }) : m.shell_failed_text({ safe })}
      >
        {/* A download that failed once is not tried again by the page, and after an update its address is another one. */}
        <Button full="phone" onClick={missing ? reload : resetErrorBoundary}>
          {missing ? m.shell_missing_reload() : m.shell_error_again()}
        </Button>
        <TextLink href={home}>{home === "/" ? m.shell_error_home() : m.shell_failed_dashboard()}</TextLink>
      </Failure>
    </Column>
  );
}

/** The guard admits only signed-in users. Should it ever fail, this links to the sign-in. */
function Unknown() {
  return (
    <Column>
      <Failure art="compass" title={m.shell_unknown_title()}>
        <Button full="phone" href="/login">
          {m.shell_sign_in()}
        </Button>
      </Failure>
    </Column>
  );
}

/** Error messages for a failed module import: Chromium, Firefox, Safari, and Vite's style preloading. */
const NOT_LOADED = /dynamically imported module|error loading dynamically|importing a module script failed|unable to preload css/i;

export function isNotLoaded(error: unknown): boolean {
  return error instanceof Error && NOT_LOADED.test(error.message);
}

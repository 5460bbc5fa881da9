import { WifiOff } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { m } from "#/messages.gen/messages.js";
import { productName } from "#/platform/product.ts";
import type { Chrome } from "#/platform/routes.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Toaster } from "#/ui/Toast/Toaster.tsx";
import styles from "./AppShell.module.css";
import { NavBar, type ShellUser } from "./NavBar.tsx";
import { StageBar } from "./StageBar.tsx";

const NAV: Chrome = { kind: "nav" };

type AppShellProps = {
  /** Null for a visitor, or while the session is loading. */
  user: ShellUser | null;
  onLogout: () => void;
  online: boolean;
  /** The offline banner's text for this page. */
  offline?: string;
  /** The page's own name; the document's title adds the product's. */
  title: string;
  chrome?: Chrome | undefined;
  children: ReactNode;
};

/** Layout around a page: the skip link, the offline banner, the bar above it, and toasts. */
export function AppShell({ user, onLogout, online, offline = m.shell_offline_detail(), title, chrome = NAV, children }: AppShellProps) {
  useDocumentTitle(m.shell_title({ page: title, product: productName() }));
  return (
    <>
      <a href="#main" className={styles.skip}>
        {m.shell_skip()}
      </a>
      {!online && (
        <Banner tone="ink" icon={WifiOff}>
          <strong>{m.shell_offline()}</strong> {offline}
        </Banner>
      )}
      {chrome.kind === "nav" && <NavBar user={user} onLogout={onLogout} />}
      {chrome.kind === "stage" && <StageBar {...chrome} signedIn={user !== null} />}
      <Toaster />
      <main id="main" aria-label={title} tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  );
}

/** Sets the document title, which is outside of React's tree. */
function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

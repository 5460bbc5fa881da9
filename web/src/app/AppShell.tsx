import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import type { Chrome } from "#/platform/routes.ts";
import { Shell } from "#/ui/page/Shell.tsx";
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
  title: string;
  chrome?: Chrome | undefined;
  children: ReactNode;
};

/** Layout around a candidate's page: what all pages share, and the bar above it. */
export function AppShell({ user, onLogout, online, offline = m.shell_offline_send(), title, chrome = NAV, children }: AppShellProps) {
  // The interview is the last stage: after it, none is open.
  const isOver = chrome.kind === "stage" && chrome.stage === 4 && user?.interviewCompleted === true;
  const header = (
    <>
      {chrome.kind === "nav" && <NavBar user={user} onLogout={onLogout} />}
      {chrome.kind === "stage" && <StageBar {...chrome} stage={isOver ? undefined : chrome.stage} signedIn={user !== null} />}
    </>
  );
  return (
    <Shell title={title} offline={online ? undefined : offline} header={header}>
      {children}
    </Shell>
  );
}

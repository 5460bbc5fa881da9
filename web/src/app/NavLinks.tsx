import { Link, useLocation } from "wouter";
import { m } from "#/messages.gen/messages.js";
import type { ShellUser } from "./AppShell.tsx";
import styles from "./NavLinks.module.css";

type NavLinksProps = { user: ShellUser | null; onLogout: () => void; /** After a link has been followed. */ onLeave?: () => void };

/** The links of the navigation bar, for the row and for the drawer alike. */
export function NavLinks({ user, onLogout, onLeave }: NavLinksProps) {
  return (
    <>
      <NavLink href="/" onLeave={onLeave}>{m.shell_home()}</NavLink>
      <NavLink href="/get-started" onLeave={onLeave}>{m.shell_find_jobs()}</NavLink>
      {user ? (
        <>
          <NavLink href="/dashboard" onLeave={onLeave}>{m.shell_dashboard()}</NavLink>
          {user.operator && <NavLink href="/operations" onLeave={onLeave}>{m.operations_page()}</NavLink>}
          <span className={styles.who}>{user.firstName || user.email}</span>
          <button
            type="button"
            onClick={() => {
              onLeave?.();
              onLogout();
            }}
            className={styles.link}
          >
            {m.shell_logout()}
          </button>
        </>
      ) : (
        <NavLink href="/login" onLeave={onLeave}>{m.shell_sign_in()}</NavLink>
      )}
    </>
  );
}

function NavLink({ href, onLeave, children }: { href: string; onLeave: (() => void) | undefined; children: string }) {
  const [path] = useLocation();
  return (
    <Link href={href} onClick={() => onLeave?.()} aria-current={path === href ? "page" : undefined} className={styles.link}>
      {children}
    </Link>
  );
}

import { Menu } from "lucide-react";
import { type ComponentType, lazy, Suspense, useRef } from "react";
import { m } from "#/messages.gen/messages.js";
import { type AppPath, usePath } from "#/platform/paths.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Brand } from "#/ui/Brand/Brand.tsx";
import { Drawer } from "#/ui/Drawer/Drawer.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "#/ui/page/Bar.module.css";
import drawerStyles from "#/ui/page/DrawerLinks.module.css";
import { LanguageLink } from "./LanguageLink.tsx";

/** Not part of the first load. The name is there at once, and stays alone if the menu does not load. */
const PersonMenu = lazy<ComponentType<{ name: string; onLeave?: (() => void) | undefined }>>(() =>
  import("./PersonMenu.tsx").catch(() => ({ default: ({ name }: { name: string }) => name })),
);

/** The part of the signed-in user that the bar needs. */
export type ShellUser = { firstName: string; email: string | null; operator: boolean; interviewCompleted?: boolean };

/** The prerendered page opens the drawer by this ID: see scripts/boot.js. */
const DRAWER = "menu";

type NavBarProps = { user: ShellUser | null; onLogout: () => void };

/** The navigation: links in a row from 900 px, a side drawer below. */
export function NavBar({ user, onLogout }: NavBarProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  return (
    <header className={styles.bar}>
      <Brand />
      <nav aria-label={m.ui_main_nav()} className={styles.row}>
        <NavLinks user={user} onLogout={onLogout} />
      </nav>
      <LanguageLink signedIn={user !== null} className={styles.language} />
      <button type="button" aria-haspopup="dialog" data-opens={DRAWER} onClick={() => drawer.current?.showModal()} className={styles.menu}>
        <Icon as={Menu} />
        {m.ui_menu()}
      </button>
      <Drawer id={DRAWER} ref={drawer} title={m.ui_menu()}>
        <nav aria-label={m.ui_main_nav()} className={drawerStyles.links}>
          <NavLinks user={user} onLogout={onLogout} onLeave={() => drawer.current?.close()} />
        </nav>
      </Drawer>
    </header>
  );
}

type NavLinksProps = { user: ShellUser | null; onLogout: () => void; /** Called after a link was followed. */ onLeave?: () => void };

/** The links of the row and of the drawer. */
function NavLinks({ user, onLogout, onLeave }: NavLinksProps) {
  const name = user?.firstName || user?.email || "";
  return (
    <>
      <NavLink href="/" onLeave={onLeave}>
        {m.shell_home()}
      </NavLink>
      <NavLink href="/get-started" onLeave={onLeave}>
        {m.shell_find_jobs()}
      </NavLink>
      {user ? (
        <>
          <NavLink href="/applications" onLeave={onLeave}>
            {m.shell_applications()}
          </NavLink>
          <NavLink href="/dashboard" onLeave={onLeave}>
            {m.shell_dashboard()}
          </NavLink>
          {user.operator && (
            <NavLink href="/operations" onLeave={onLeave}>
              {m.operations_page()}
            </NavLink>
          )}
          <Suspense fallback={<span>{name}</span>}>
            <PersonMenu name={name} onLeave={onLeave} />
          </Suspense>
          <button
            type="button"
            onClick={() => {
              onLeave?.();
              onLogout();
            }}
            className={styles.navLink}
          >
            {m.shell_logout()}
          </button>
        </>
      ) : (
        <NavLink href="/login" onLeave={onLeave}>
          {m.shell_sign_in()}
        </NavLink>
      )}
    </>
  );
}

function NavLink({ href, onLeave, children }: { href: AppPath; onLeave: (() => void) | undefined; children: string }) {
  const path = usePath();
  return (
    <AppLink href={href} onClick={() => onLeave?.()} aria-current={path === href ? "page" : undefined} className={styles.navLink}>
      {children}
    </AppLink>
  );
}

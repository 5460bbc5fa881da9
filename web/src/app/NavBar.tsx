import { Menu } from "lucide-react";
import { useRef } from "react";
import { m } from "#/messages.gen/messages.js";
import { Brand } from "#/ui/Brand/Brand.tsx";
import { Drawer } from "#/ui/Drawer/Drawer.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import type { ShellUser } from "./AppShell.tsx";
import { LanguageLink } from "./LanguageLink.tsx";
import styles from "./NavBar.module.css";
import drawerStyles from "./NavDrawer.module.css";
import { NavLinks } from "./NavLinks.tsx";

/** The page that is drawn ahead opens it by this name: see scripts/boot.js. */
const DRAWER = "menu";

type NavBarProps = { user: ShellUser | null; onLogout: () => void };

/** The way around: links in a row from 900 px, a side drawer below. */
export function NavBar({ user, onLogout }: NavBarProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  return (
    <header className={styles.bar}>
      <Brand />
      <nav aria-label={m.shell_nav_label()} className={styles.row}>
        <NavLinks user={user} onLogout={onLogout} />
      </nav>
      <LanguageLink signedIn={user !== null} className={styles.language} />
      <button type="button" aria-haspopup="dialog" data-opens={DRAWER} onClick={() => drawer.current?.showModal()} className={styles.menu}>
        <Icon as={Menu} />
        {m.shell_menu()}
      </button>
      <Drawer id={DRAWER} ref={drawer} title={m.shell_menu()}>
        <nav aria-label={m.shell_nav_label()} className={drawerStyles.links}>
          <NavLinks user={user} onLogout={onLogout} onLeave={() => drawer.current?.close()} />
        </nav>
      </Drawer>
    </header>
  );
}

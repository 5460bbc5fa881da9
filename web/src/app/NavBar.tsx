import { Menu } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { Brand } from "#/ui/Brand/Brand.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import type { ShellUser } from "./AppShell.tsx";
import { LanguageLink } from "./LanguageLink.tsx";
import styles from "./NavBar.module.css";
import { NavLinks } from "./NavLinks.tsx";

const NavDrawer = lazy(() => import("./NavDrawer.tsx"));

type NavBarProps = { user: ShellUser | null; onLogout: () => void };

/** The way around: links in a row from 900 px, a side drawer below. */
export function NavBar({ user, onLogout }: NavBarProps) {
  const [drawer, setDrawer] = useState<"unused" | "open" | "closed">("unused");
  return (
    <header className={styles.bar}>
      <Brand />
      <nav aria-label={m.shell_nav_label()} className={styles.row}>
        <NavLinks user={user} onLogout={onLogout} />
      </nav>
      <LanguageLink signedIn={user !== null} className={styles.language} />
      <button type="button" aria-haspopup="dialog" aria-expanded={drawer === "open"} onClick={() => setDrawer("open")} className={styles.menu}>
        <Icon as={Menu} />
        {m.shell_menu()}
      </button>
      {drawer !== "unused" && (
        <Suspense fallback={null}>
          <NavDrawer open={drawer === "open"} onClose={() => setDrawer("closed")} user={user} onLogout={onLogout} />
        </Suspense>
      )}
    </header>
  );
}

import { m } from "#/messages.gen/messages.js";
import { Drawer } from "#/ui/Drawer/Drawer.tsx";
import type { ShellUser } from "./AppShell.tsx";
import styles from "./NavDrawer.module.css";
import { NavLinks } from "./NavLinks.tsx";

type NavDrawerProps = { open: boolean; onClose: () => void; user: ShellUser | null; onLogout: () => void };

/** The navigation on small screens. A chunk of its own: most visits never open it. */
export default function NavDrawer({ open, onClose, user, onLogout }: NavDrawerProps) {
  return (
    <Drawer open={open} onClose={onClose} title={m.shell_menu()}>
      <nav aria-label={m.shell_nav_label()} className={styles.links}>
        <NavLinks user={user} onLogout={onLogout} onLeave={onClose} />
      </nav>
    </Drawer>
  );
}

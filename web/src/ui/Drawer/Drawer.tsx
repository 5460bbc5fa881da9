import { X } from "lucide-react";
import type { MouseEvent, ReactNode, Ref } from "react";
import { m } from "#/messages.gen/messages.js";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "./Drawer.module.css";

type DrawerProps = { id: string; ref: Ref<HTMLDialogElement>; title: string; children: ReactNode };

/**
 * A side drawer as a native dialog, which traps the focus, restores it, and closes on Escape or a phone's back gesture.
 * It opens with `showModal()`, and needs no script to close.
 */
export function Drawer({ id, ref, title, children }: DrawerProps) {
  return (
    <dialog id={id} ref={ref} aria-label={title} onClick={closeBeside} className={styles.drawer}>
      <div className={styles.inside}>
        <form method="dialog" className={styles.head}>
          <p className={styles.title}>{title}</p>
          <button className={styles.close}>
            <Icon as={X} />
            {m.ui_close()}
          </button>
        </form>
        {children}
      </div>
    </dialog>
  );
}

/** A press on the backdrop targets the dialog element itself. */
function closeBeside({ target, currentTarget }: MouseEvent<HTMLDialogElement>): void {
  if (target === currentTarget) currentTarget.close();
}

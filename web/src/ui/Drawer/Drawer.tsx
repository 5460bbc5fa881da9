import { X } from "lucide-react";
import type { MouseEvent, ReactNode, Ref } from "react";
import { m } from "#/messages.gen/messages.js";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "./Drawer.module.css";

type DrawerProps = { id: string; ref: Ref<HTMLDialogElement>; title: string; children: ReactNode };

/**
 * A sheet that comes in from the side: the browser's own dialog, which keeps the focus inside, gives it back, and closes
 * at Escape or a phone's way back. It is opened by `showModal()`, and needs no script to close.
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

/** A press on what lies behind the sheet counts as one on the dialog itself. */
function closeBeside({ target, currentTarget }: MouseEvent<HTMLDialogElement>): void {
  if (target === currentTarget) currentTarget.close();
}

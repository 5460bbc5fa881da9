import { X } from "lucide-react";
import { Dialog as Parts } from "radix-ui";
import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { useCloseRequest } from "#/platform/closeRequest.ts";
import { useFocusReturn } from "#/ui/Dialog/useFocusReturn.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "./Drawer.module.css";

type DrawerProps = { open: boolean; onClose: () => void; title: string; children: ReactNode };

/** A sheet that comes in from the side. It behaves as a dialog: the focus stays inside, Escape closes. */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
  const focusReturn = useFocusReturn();
  useCloseRequest(open, onClose);
  return (
    <Parts.Root open={open} onOpenChange={(stillOpen) => !stillOpen && onClose()}>
      <Parts.Portal>
        {/* Not Radix's overlay: it locks the page with an inline style sheet, which the content security policy
            refuses. The lock is a rule of base.css. */}
        <div className={styles.veil} />
        <Parts.Content aria-describedby={undefined} {...focusReturn} className={styles.drawer}>
          <div className={styles.head}>
            <Parts.Title className={styles.title}>{title}</Parts.Title>
            <Parts.Close className={styles.close}>
              <Icon as={X} />
              {m.ui_close()}
            </Parts.Close>
          </div>
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}

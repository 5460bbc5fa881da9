import { X } from "lucide-react";
import { Dialog as Parts } from "radix-ui";
import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { useCloseRequest } from "#/platform/closeRequest.ts";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { useFocusReturn } from "./useFocusReturn.ts";
import styles from "./Dialog.module.css";

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  text?: ReactNode;
  /** Wide enough for two columns from 900 px. */
  wide?: boolean;
  /** Fields and buttons. */
  children?: ReactNode;
};

/** A modal dialog. Traps the focus and restores it on close; Escape and a phone's back gesture close it. */
export function Dialog({ open, onClose, title, text, wide = false, children }: DialogProps) {
  const focusReturn = useFocusReturn();
  useCloseRequest(open, onClose);
  return (
    <Parts.Root open={open} onOpenChange={(stillOpen) => !stillOpen && onClose()}>
      <Parts.Portal>
        {/* Not Radix's overlay: it locks the page with an inline style sheet, which the content security policy
            refuses. The lock is a rule of base.css. */}
        <div className={styles.veil} />
        <Parts.Content {...focusReturn} className={cx(styles.dialog, wide && styles.wide)} {...(text ? {} : { "aria-describedby": undefined })}>
          <div className={styles.head}>
            <Parts.Title className={styles.title}>{title}</Parts.Title>
            <Parts.Close className={styles.close} aria-label={m.ui_close()}>
              <Icon as={X} />
            </Parts.Close>
          </div>
          {text && <Parts.Description className={styles.text}>{text}</Parts.Description>}
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}

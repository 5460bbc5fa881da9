import { X } from "lucide-react";
import { Dialog as Parts } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { m } from "#/messages.gen/messages.js";
import { useCloseRequest } from "#/platform/closeRequest.ts";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
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

const FIELD = "input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled), [data-autofocus]";

/** Focuses the first field in an element. Returns whether there is one. */
export function focusFirstField(container: ParentNode | null): boolean {
  const field = container?.querySelector<HTMLElement>(FIELD);
  field?.focus({ preventScroll: true });
  return Boolean(field);
}

/**
 * Handlers for a dialog that is opened by state and not by its own trigger: they focus its first field, else the dialog, and restore the
 * focus to the element that had it before. Radix focuses the button to close, and restores only to its own trigger.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement;
      if (!(event.target instanceof HTMLElement)) return;
      event.preventDefault();
      if (!focusFirstField(event.target)) event.target.focus({ preventScroll: true });
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { current } = before;
      // The pressed element may have been removed, even before the dialog opened: then the focus moves to the page.
      const target = current?.isConnected && current !== document.body ? current : document.getElementById("main");
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}

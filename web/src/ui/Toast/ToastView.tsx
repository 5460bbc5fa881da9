import { Check, CircleAlert, Info, X } from "lucide-react";
import { Toast } from "radix-ui";
import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { dismissToast, type ToastState } from "./toast.ts";
import styles from "./Toast.module.css";

const SHOWN_MS = 5000;
const SWIPE_PX = 50;
const ICONS = { plain: Info, good: Check, danger: CircleAlert };

/**
 * Announced politely; F8 moves the focus to it; a swipe to the right, Escape or Close closes it. The timer pauses on
 * hover, with focus, and while the window is in the background.
 */
export default function ToastView({ message }: { message: ToastState }) {
  const { id, open, title, description, tone = "plain" } = message;
  return (
    <Toast.Provider duration={SHOWN_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      <Toast.Root
        key={id}
        type="background"
        open={open}
        onOpenChange={(stillOpen) => !stillOpen && dismissToast(id)}
        className={cx(styles.toast, styles[tone])}
      >
        <Icon as={ICONS[tone]} className={styles.icon} />
        <div className={styles.words}>
          <Toast.Title className={styles.title}>{title}</Toast.Title>
          {description && <Toast.Description className={styles.description}>{description}</Toast.Description>}
        </div>
        <Toast.Close className={styles.close} aria-label={m.ui_close()}>
          <Icon as={X} size="s" />
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport hotkey={["F8"]} label={m.ui_toasts_label({ hotkey: "{hotkey}" })} className={styles.viewport} />
    </Toast.Provider>
  );
}

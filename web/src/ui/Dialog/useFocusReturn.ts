import { useRef } from "react";

/**
 * Handlers for a dialog that is opened by state and not by a trigger of its own: the focus goes back to
 * where it was before the dialog took it. Radix gives it back only to its own trigger.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
  };
}

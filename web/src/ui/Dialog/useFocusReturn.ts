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
      const { current } = before;
      // What was pressed may have done its work and be gone: then the focus goes to the page.
      const target = current?.isConnected ? current : document.getElementById("main");
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}

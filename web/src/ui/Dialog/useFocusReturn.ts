import { useRef } from "react";

/**
 * Handlers for a dialog that is opened by state and not by its own trigger: they restore the focus to the element that
 * had it before. Radix restores it only to its own trigger.
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
      // The pressed element may have been removed: then the focus moves to the page.
      const target = current?.isConnected ? current : document.getElementById("main");
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}

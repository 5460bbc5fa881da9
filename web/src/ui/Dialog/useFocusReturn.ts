import { useRef } from "react";

const FIELD = "input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled), [data-autofocus]";

/** Focuses the first field in an element. Returns whether there is one. */
export function focusFirstField(container: ParentNode | null): boolean {
  const field = container?.querySelector<HTMLElement>(FIELD);
  field?.focus({ preventScroll: true });
  return Boolean(field);
}

/**
 * Handlers for a dialog that is opened by state and not by its own trigger: they focus its first field, and restore the
 * focus to the element that had it before. Radix focuses the button to close, and restores only to its own trigger.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement;
      if (event.target instanceof Element && focusFirstField(event.target)) event.preventDefault();
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

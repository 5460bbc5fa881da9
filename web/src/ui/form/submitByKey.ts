import type { KeyboardEvent } from "react";

/** Ctrl+Enter, or ⌘+Enter, presses the button that submits the form, also from a text of several lines. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>("[type=submit]")?.click();
}

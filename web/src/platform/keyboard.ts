/** What holds the keys that a person types. */
const TYPING = "input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit]), textarea, select, [contenteditable]";

/** What a press of Enter or Space activates by itself. */
const PRESSABLE = "a[href], button, summary";

/** What Space alone changes; on a radio button that is chosen already it does nothing. */
const SWITCHABLE = "input:not([type=range], [type=radio]:checked)";

/**
 * Calls `listener` for each key that is pressed outside of text fields, with the event's `key` (letters in lower case).
 * Combinations with Ctrl, Alt or Meta belong to the browser, and Enter and Space to a focused link or button, and
 * Space to a focused checkbox or radio button. The browser's own action is prevented if `listener` returns true. Returns a function that stops it.
 */
export function onShortcut(listener: (key: string) => boolean): () => void {
  const heard = (event: KeyboardEvent) => {
    const { key, target } = event;
    const element = target instanceof Element ? target : document.body;
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (element.closest(TYPING) || ((key === "Enter" || key === " ") && element.closest(PRESSABLE))) return;
    if (key === " " && element.matches(SWITCHABLE)) return;
    if (listener(key.length === 1 ? key.toLowerCase() : key)) event.preventDefault();
  };
  addEventListener("keydown", heard);
  return () => removeEventListener("keydown", heard);
}

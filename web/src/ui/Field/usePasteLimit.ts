import { type ClipboardEvent, useState } from "react";
import { m } from "#/messages.gen/messages.js";

type Box = HTMLInputElement | HTMLTextAreaElement;

/**
 * Refuses a paste that does not fit into a field, with a sentence that says how much does: a browser cuts it silently
 * at `maxLength`. Put `on` on the field or around it, and show `refused`, which is undefined if there is none.
 */
export function usePasteLimit(): { refused: string | undefined; on: { onPaste: (event: ClipboardEvent) => void; onInput: () => void } } {
  const [refused, setRefused] = useState<string>();
  function onPaste(event: ClipboardEvent): void {
    const box = event.target;
    if (!isBox(box) || box.maxLength < 0) return;
    const pasted = event.clipboardData.getData("text").replaceAll("\r\n", "\n").trim();
    const selected = (box.selectionEnd ?? 0) - (box.selectionStart ?? 0);
    if (box.value.length - selected + pasted.length <= box.maxLength) return;
    event.preventDefault();
    setRefused(m.ui_paste_too_long({ length: pasted.length, most: box.maxLength }));
  }
  return { refused, on: { onPaste, onInput: () => setRefused(undefined) } };
}

function isBox(target: EventTarget): target is Box {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

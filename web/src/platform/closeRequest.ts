import { useEffect, useEffectEvent } from "react";

/** What the browsers that have it call `CloseWatcher`; the others have nothing of the kind. */
type Watcher = { onclose: (() => void) | null; destroy: () => void };
type Browser = { CloseWatcher?: new () => Watcher };

/**
 * Hears of it when somebody asks the browser to close what lies on top: with the back gesture of a phone, or with
 * Escape. The keys that are pressed in a video's own controls reach no page, so there it is the only word of it.
 */
export function useCloseRequest(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = globalThis as Browser;
    if (!open || !CloseWatcher) return undefined;
    const watcher = new CloseWatcher();
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, [open]);
}

import { useEffect, useEffectEvent } from "react";

/** The `CloseWatcher` API; missing in some browsers. */
type Watcher = { onclose: (() => void) | null; destroy: () => void };
type Browser = { CloseWatcher?: new () => Watcher };

/**
 * Calls back when the person asks the browser to close the topmost layer: with a phone's back gesture, or with Escape.
 * Key presses in a video's native controls reach no page, so there it is the only signal.
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

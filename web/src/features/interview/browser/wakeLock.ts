import type { WakeLock } from "../model/ports.ts";

export const browserWakeLock: WakeLock = {
  hold() {
    let wanted = true;
    let lock: WakeLockSentinel | undefined;
    const request = async () => {
      // A battery saver may refuse the lock; then the screen turns off as usual.
      // eslint-disable-next-line compat/compat -- Where it is missing, the screen turns off as usual.
      const granted = await navigator.wakeLock?.request("screen").catch(() => undefined);
      if (wanted) lock = granted;
      else void granted?.release();
    };
    // The browser releases the lock whenever the page is hidden.
    const renew = () => {
      if (document.visibilityState === "visible") void request();
    };
    document.addEventListener("visibilitychange", renew);
    void request();
    return () => {
      wanted = false;
      document.removeEventListener("visibilitychange", renew);
      void lock?.release();
    };
  },
};

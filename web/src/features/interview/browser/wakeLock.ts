import type { WakeLock } from "../model/ports.ts";

export const browserWakeLock: WakeLock = {
  hold() {
    let wanted = true;
    let lock: WakeLockSentinel | undefined;
    const request = async () => {
      // A battery saver may refuse it; then the phone goes dark as it always does.
      const granted = await navigator.wakeLock?.request("screen").catch(() => undefined);
      if (wanted) lock = granted;
      else void granted?.release();
    };
    // The browser takes the lock away whenever the page is hidden.
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

import { useSyncExternalStore } from "react";

function subscribe(onChange: () => void): () => void {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}

/** Whether the browser reports a network. True may be wrong; false is reliable. */
export const isOnline = (): boolean => navigator.onLine !== false; // Absent where pages are prerendered.

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true);
}

/** The Network Information API, missing in some browsers. */
type Connection = { saveData?: boolean; effectiveType?: "slow-2g" | "2g" | "3g" | "4g" };

/** Whether to save data: the person has asked for it, or the network is slow. */
export function isNetworkScarce(): boolean {
  const { saveData, effectiveType = "4g" } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType !== "4g";
}

import { useSyncExternalStore } from "react";

function subscribe(onChange: () => void): () => void {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}

/** Whether the browser believes it has a network. True may still be wrong; false never is. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** What some browsers know of the network; the others have none of it. */
type Connection = { saveData?: boolean; effectiveType?: "slow-2g" | "2g" | "3g" | "4g" };

/** Whether as little as possible should be sent: the person asks for it, or the network is slow. */
export function isNetworkScarce(): boolean {
  const { saveData, effectiveType = "4g" } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType !== "4g";
}

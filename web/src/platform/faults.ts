import { logError } from "./log.ts";

/** Whether whoever runs this installation wants to hear of faults: the server says so in the page. */
function areWanted(): boolean {
  return document.querySelector('meta[name="error-reports"]') !== null;
}

/** Logs a fault of the app and, where that is wanted, tells the server of it. Never throws. */
export function reportFault(what: string, error: unknown): void {
  logError(what, error);
  tell(error);
}

/** Tells of every fault that nothing in the app has caught. The browser has logged it by then. */
export function watchFaults(): void {
  if (!areWanted()) return;
  addEventListener("error", ({ error }) => tell(error));
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
}

function tell(error: unknown): void {
  if (!areWanted()) return;
  // Loaded only now: most visits have nothing to tell.
  import("./tellFault.ts").then(({ tellFault }) => tellFault(error)).catch(() => {});
}

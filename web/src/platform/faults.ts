import { logError } from "./log.ts";

/** Whether this installation collects error reports: the server says so in the page. */
function areWanted(): boolean {
  return document.querySelector('meta[name="error-reports"]') !== null;
}

/** Logs an error of the app and, if enabled, reports it to the server. Never throws. */
export function reportFault(what: string, error: unknown): void {
  logError(what, error);
  tell(error);
}

/** Reports an error that an error boundary has caught. */
export const reportScreenFault = (error: unknown): void => reportFault("A screen has failed.", error);

/** Reports every uncaught error. The browser has already logged it. */
export function watchFaults(): void {
  if (!areWanted()) return;
  addEventListener("error", ({ error }) => tell(error));
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
}

function tell(error: unknown): void {
  if (!areWanted()) return;
  // Lazy-loaded: most visits have nothing to report.
  import("./tellFault.ts").then(({ tellFault }) => tellFault(error)).catch(() => {});
}

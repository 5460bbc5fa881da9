/** Logs an error that no screen can handle, for the operators of the installation. */
export function logError(what: string, error: unknown): void {
  console.error(what, error);
}

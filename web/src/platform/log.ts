/** Writes a failure that no screen can help with where whoever looks after the installation will find it. */
export function logError(what: string, error: unknown): void {
  console.error(what, error);
}

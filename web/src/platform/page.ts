/** Loads the page anew, from the server. */
export function reload(): void {
  location.reload();
}

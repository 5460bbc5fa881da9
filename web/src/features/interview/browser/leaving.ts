/** Lets the browser ask before this page is closed, until the returned function is called. */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    event.preventDefault();
    // Browsers before 2024 ask only if this is set.
    event.returnValue = true;
  };
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}

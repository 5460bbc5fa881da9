let mayAsk = true;

/** Allows this page to be left without a prompt: it is about to reload, and nothing gets lost. */
export function leaveWithoutAsking(): void {
  mayAsk = false;
}

/** Makes the browser ask before this page is closed, until the returned function is called. */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (!mayAsk) return;
    event.preventDefault();
    // Browsers before 2024 prompt only if this is set.
    event.returnValue = true;
  };
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}

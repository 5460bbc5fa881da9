let mayAsk = true;

/** From now on this page may be left without a question: it is about to load again, and nothing gets lost. */
export function leaveWithoutAsking(): void {
  mayAsk = false;
}

/** Lets the browser ask before this page is closed, until the returned function is called. */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (!mayAsk) return;
    event.preventDefault();
    // Browsers before 2024 ask only if this is set.
    event.returnValue = true;
  };
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}

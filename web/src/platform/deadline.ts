/**
 * Runs `work` with a timeout in milliseconds. Rejects with a TimeoutError on timeout and with an AbortError when
 * `signal` is aborted, even if `work` never settles; the signal passed to `work` is aborted in both cases.
 * `AbortSignal.any` and `AbortSignal.timeout` would do the same, but the oldest supported browsers lack them.
 */
export async function withDeadline<T>(ms: number, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const bounded = new AbortController();
  let stop = (_name: string): void => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = (name) => {
      reject(new DOMException("The work was stopped.", name));
      bounded.abort();
    };
  });
  const cancel = () => stop("AbortError");
  const timer = setTimeout(() => stop("TimeoutError"), ms);
  signal?.addEventListener("abort", cancel);
  if (signal?.aborted) cancel();
  try {
    return await Promise.race([stopped, work(bounded.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}

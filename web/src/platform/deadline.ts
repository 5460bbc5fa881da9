/**
 * Runs `work` with a time limit in milliseconds. Rejects with a TimeoutError when the time is over and with an
 * AbortError when `signal` is aborted, even if `work` itself never ends; the signal that `work` gets is aborted in
 * both cases.
 *
 * `AbortSignal.any` and `AbortSignal.timeout` would do the same, but the oldest browsers we support lack them.
 */
export async function withDeadline<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
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

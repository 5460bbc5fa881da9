/**
 * Prefetches the files of the page at `path` when idle, so that navigation there does not wait for the network. `load`
 * runs them on the first user interaction, because a slow phone is busy right after page load. Returns a function that
 * stops it. Files that cannot be fetched now are loaded when needed.
 */
export function prefetchPage(path: string, load: () => Promise<unknown> | undefined): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const run = () =>
    void whenIdle()
      .then(load)
      .catch(() => undefined);
  for (const act of ["pointerdown", "keydown"]) addEventListener(act, run, { once: true, passive: true, signal });
  fetchFiles(path, signal).catch(() => undefined);
  return () => stop.abort();
}

/** Resolves when the browser is idle. */
export function whenIdle(): Promise<unknown> {
  if ("requestIdleCallback" in globalThis) return new Promise((go) => requestIdleCallback(go, { timeout: 3000 }));
  return new Promise((go) => setTimeout(go, 1000));
}

/**
 * Sequentially: in parallel they would block a tap. The build writes the list of files into a manifest named in the
 * pages.
 */
async function fetchFiles(path: string, signal: AbortSignal): Promise<void> {
  const list = document.querySelector<HTMLMetaElement>('meta[name="next-files"]')?.content;
  if (!list) return;
  await whenIdle();
  const files = (await (await fetch(list, { signal })).json()) as Record<string, string[]>;
  for (const href of files[path] ?? []) {
    if (document.head.querySelector(`[href="${href}"], [src="${href}"]`)) continue;
    await whenIdle();
    if (signal.aborted) return;
    document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href }));
  }
}

/**
 * Fetches the files of the page at `path` while nothing else happens, so that the step there does not wait for the
 * signal. They are run, by `load`, once the person does something here: a slow phone would be busy with them just when
 * this page has come. Returns the way to stop. What cannot be fetched now is asked for when it is needed.
 */
export function prefetchPage(path: string, load: () => Promise<unknown> | undefined): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const run = () => void whenIdle().then(load).catch(() => undefined);
  for (const act of ["pointerdown", "keydown"]) addEventListener(act, run, { once: true, passive: true, signal });
  fetchFiles(path, signal).catch(() => undefined);
  return () => stop.abort();
}

/** Resolves when nothing else happens. */
export function whenIdle(): Promise<unknown> {
  if ("requestIdleCallback" in globalThis) return new Promise((go) => requestIdleCallback(go, { timeout: 3000 }));
  return new Promise((go) => setTimeout(go, 1000));
}

/** One after the other: together they would hold up a tap. Which ones, the build has written into a file that pages name. */
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

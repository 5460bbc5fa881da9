// @vitest-environment node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, it, vi } from "vitest";

const SOURCE = readFileSync(join(import.meta.dirname, "../../scripts/sw.js"), "utf8");
const FILE = "https://dayshift.example/assets/app-1.js";

/** Runs the service worker with these caches; returns its response to a request for a built file, and its later work. */
function requestFile(caches: Pick<CacheStorage, "open" | "match">) {
  const handlers = new Map<string, (event: object) => void>();
  runInNewContext(SOURCE, {
    BUILD: { version: "1", landing: [], paths: [], files: {} },
    URL,
    caches,
    location: { origin: "https://dayshift.example" },
    fetch: async () => new Response("from the network"),
    addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
  });
  let response: Promise<Response> | undefined;
  const later: Promise<unknown>[] = [];
  const request = { method: "GET", mode: "cors", url: FILE };
  handlers.get("fetch")?.({
    request,
    respondWith: (reply: Promise<Response>) => (response = reply),
    waitUntil: (work: Promise<unknown>) => later.push(work),
  });
  return { text: async () => (await response)?.text(), later };
}

const broken = () => Promise.reject(new DOMException("Broken", "UnknownError"));

it.each<[string, Partial<CacheStorage>]>([
  ["cannot be searched", { match: broken }],
  ["cannot be opened", { open: broken }],
  ["is full", { open: async () => ({ put: broken }) as unknown as Cache }],
])("returns a file of the server where the cache %s", async (_what, caches) => {
  const { text, later } = requestFile({ match: async () => undefined, open: async () => ({ put: async () => {} }) as unknown as Cache, ...caches });
  expect(await text()).toBe("from the network");
  await expect(Promise.all(later)).resolves.toBeDefined();
});

it("returns a file before it is in the cache, and stays until it is", async () => {
  let stored = () => {};
  const put = vi.fn(() => new Promise<void>((resolve) => (stored = resolve)));
  const { text, later } = requestFile({ match: async () => undefined, open: async () => ({ put }) as unknown as Cache });
  expect(await text()).toBe("from the network");
  await vi.waitFor(() => expect(put).toHaveBeenCalledOnce());
  expect(later).toHaveLength(1);
  stored();
  await Promise.all(later);
});

import type { Answer, Chunk, Delivery, Leftovers, TakeKey, UploadQueue } from "../model/ports.ts";
import { deliver, type Fetch } from "./uploadHttp.ts";
import * as store from "./uploadStore.ts";

const NAME = "dayshift-uploads";
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;

export interface UploadOptions {
  fetch?: Fetch;
  /** Lets one tab of this browser send at a time. Two would do no harm, only waste signal. */
  locks?: Pick<LockManager, "request"> | undefined;
  /** Resolves after so many milliseconds. */
  sleep?: (ms: number) => Promise<void>;
  /** In [0, 1): spreads the tries of many phones that lost the network together. */
  random?: () => number;
}

/**
 * The road of one person's answers from this device to the server. Everything is committed to IndexedDB first and
 * deleted only when the server has acknowledged it. Making a queue also sends what an earlier visit left behind.
 */
export class BrowserUploadQueue implements UploadQueue {
  readonly #owner: string;
  readonly #options: Required<UploadOptions>;
  readonly #db: Promise<store.UploadStore>;
  readonly #closed = new AbortController();
  readonly #tabs = new BroadcastChannel(NAME);
  readonly #watchers = new Set<() => void>();
  #run: Promise<void> | undefined;
  #again = false;
  #wake: () => void = () => {};

  constructor(owner: string, options: UploadOptions = {}) {
    this.#owner = owner;
    this.#options = {
      fetch: (path, init) => fetch(path, init),
      locks: navigator.locks,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      random: Math.random,
      ...options,
    };
    this.#db = this.#open();
    this.#tabs.onmessage = () => this.#tellWatchers();
    addEventListener("online", this.retry);
    this.retry();
  }

  async keepChunk(chunk: Chunk): Promise<void> {
    const sha256 = await hexDigest(chunk.bytes);
    await store.addChunk(await this.#db, { ...chunk, owner: this.#owner, sha256 });
    this.#changed();
    this.#send();
  }

  async keepAnswer(interviewId: string, answer: Answer): Promise<void> {
    await store.addAnswer(await this.#db, this.#owner, interviewId, answer);
    this.#changed();
    this.#send();
  }

  async dropTake(take: TakeKey): Promise<void> {
    await store.dropTake(await this.#db, this.#owner, take);
    this.#changed();
  }

  async leftovers(interviewId: string): Promise<Leftovers> {
    const db = await this.#db.catch(() => undefined);
    return db ? store.readLeftovers(db, this.#owner, interviewId) : { answers: [], lastTake: 0 };
  }

  watch(interviewId: string, changed: (delivery: Delivery) => void): () => void {
    const tell = async () => {
      // Without a database nothing has been kept, and whoever tried to keep something was told.
      const db = await this.#db.catch(() => undefined);
      const delivery = db ? await store.readDelivery(db, this.#owner, interviewId) : [];
      if (this.#watchers.has(watcher)) changed(delivery);
    };
    const watcher = () => void tell().catch(() => {});
    this.#watchers.add(watcher);
    watcher();
    return () => void this.#watchers.delete(watcher);
  }

  readonly retry = (): void => {
    this.#wake();
    this.#send();
  };

  /** Stops sending. What is left waits for the next queue. */
  close(): void {
    this.#closed.abort();
    this.#wake();
    this.#watchers.clear();
    this.#tabs.close();
    removeEventListener("online", this.retry);
    void this.#db.then((db) => db.close()).catch(() => {});
  }

  async #open(): Promise<store.UploadStore> {
    const db = await store.openStore();
    await store.reconsider(db, this.#owner);
    return db;
  }

  #changed(): void {
    this.#tellWatchers();
    if (!this.#closed.signal.aborted) this.#tabs.postMessage(null);
  }

  #tellWatchers(): void {
    for (const watcher of this.#watchers) watcher();
  }

  #send(): void {
    this.#again = true;
    this.#run ??= this.#sendAll().finally(() => {
      this.#run = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    // A browser that forbids IndexedDB has nothing to send; what is to be kept will say so.
    const db = await this.#db.catch(() => undefined);
    if (!db) return;
    const { locks } = this.#options;
    while (this.#again && !this.#closed.signal.aborted) {
      this.#again = false;
      const drain = () => this.#drain(db);
      await (locks ? locks.request(NAME, { signal: this.#closed.signal }, drain) : drain()).catch(() => {});
    }
  }

  /** Sends one thing after the other until nothing is left. Holds this browser's lock meanwhile. */
  async #drain(db: store.UploadStore): Promise<void> {
    const { signal } = this.#closed;
    let failures = 0;
    for (;;) {
      const item = await store.nextItem(db, this.#owner);
      if (!item || signal.aborted) return;
      const outcome = await deliver(item, this.#options.fetch, signal);
      if (signal.aborted || outcome === "signed-out") return;
      if (outcome === "later") {
        await this.#pause(failures++);
        continue;
      }
      failures = 0;
      await store.settle(db, item, outcome);
      this.#changed();
    }
  }

  /** Waits longer after each failure; `retry` ends the wait. */
  async #pause(failures: number): Promise<void> {
    const { sleep, random } = this.#options;
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([sleep(longest * (0.5 + random() / 2)), woken]);
  }
}

async function hexDigest(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

import type { Answer, Chunk, UploadStatuses, Kept, Leftovers, SavedAnswer, TakeKey, UploadProblem, UploadQueue, Words } from "../model/ports.ts";
import { savedAnswer } from "../model/context.ts";
import { Disk } from "./disk.ts";
import { deliver, type Fetch } from "./uploadHttp.ts";
import { memoryStore } from "./uploadMemory.ts";
import * as store from "./uploadStore.ts";

const NAME = "dayshift-uploads";
const FIRST_WAIT = 250;
const MAX_WAIT = 8_000;
/** After this many failures of one item, the others go first. */
const FAILURES_BEFORE_OTHERS = 3;
/** After this many, nothing waits for it any more: with growing waits, about half a minute. */
const FAILURES_BEFORE_ASIDE = 8;
/** Between the later tries. In milliseconds. */
const ASIDE_WAIT = 60_000;
/**
 * A suspended tab keeps its lock: after this long without a heartbeat, another tab takes the lock. Longer than one
 * chunk takes on a weak connection. In milliseconds.
 */
const MAX_SILENCE = 45_000;

const NO_ROWS: store.Rows = { answers: [], takes: [] };

export interface UploadOptions {
  fetch?: Fetch;
  /** Lets one tab of this browser send at a time. Two would be harmless but waste bandwidth. */
  locks?: Pick<LockManager, "request"> | undefined;
  /** Resolves after the given number of milliseconds. */
  sleep?: (ms: number) => Promise<void>;
  /** Jitter in [0, 1): spreads the retries of many phones that lost the network together. */
  random?: () => number;
}

/**
 * Uploads one person's answers from this device to the server. Everything is committed to IndexedDB first and deleted
 * only when the server has acknowledged it; what does not fit there is held by the page until then. Creating a queue
 * also sends what an earlier visit left behind.
 */
export class BrowserUploadQueue implements UploadQueue {
  readonly #owner: string;
  readonly #options: Required<UploadOptions>;
  readonly #disk: Disk;
  readonly #page = memoryStore();
  readonly #closed = new AbortController();
  readonly #tabs = new BroadcastChannel(NAME);
  readonly #watchers = new Set<() => void>();
  readonly #sessionWatchers = new Set<() => void>();
  /** Takes dropped by this page. Numbers are never reused, so they stay dropped. */
  readonly #dropped = new Set<string>();
  /** How often the server has failed for an item, and why it was set aside, by the item's name. Until the next visit. */
  readonly #failures = new Map<string, number>();
  readonly #aside = new Map<string, UploadProblem>();
  /** How often an item got no usable reply. An outage says nothing about an item, so it is not counted as a failure. */
  readonly #silences = new Map<string, number>();
  /** Items that got no usable reply, after which another item was sent: the network is not to blame. */
  readonly #passed = new Set<string>();
  /** What was last read from the device, by interview; null after something was added. Empty where storage is forbidden. */
  readonly #lastRows = new Map<string, store.Rows | null>();
  #signedOut = false;
  #run: Promise<void> | undefined;
  #again = false;
  #attempt = new AbortController();
  #wake: () => void = () => {};
  /** Ends a wait in which only items that were set aside are left. */
  #wakeForOthers: () => void = () => {};
  /** Another tab has become active. */
  #heardOther: () => void = () => {};

  constructor(owner: string, options: UploadOptions = {}) {
    this.#owner = owner;
    this.#options = {
      fetch: (path, init) => fetch(path, init),
      locks: navigator.locks,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      random: Math.random,
      ...options,
    };
    this.#disk = new Disk((db) => store.reconsider(db, owner));
    this.#tabs.onmessage = () => {
      this.#heardOther();
      this.#tellWatchers();
    };
    addEventListener("online", this.#reconnect);
    this.#continue();
  }

  async keepChunk(chunk: Chunk): Promise<Kept> {
    const row = { ...chunk, owner: this.#owner, sha256: await hexDigest(chunk.bytes) };
    return this.#keep(chunk.interviewId, async (db) => {
      // The recorder's last chunk may arrive after its take was dropped.
      if (!this.#dropped.has(nameOf(chunk))) await store.addChunk(db, row);
    });
  }

  async countWaiting(take: TakeKey): Promise<number> {
    const count = (db: store.UploadStore) => store.countWaiting(db, this.#owner, take);
    return (await count(this.#page)) + (await this.#disk.use(count).catch(() => 0));
  }

  async keepAnswer(interviewId: string, answer: Answer): Promise<Kept> {
    return this.#keep(interviewId, (db) => store.addAnswer(db, this.#owner, interviewId, answer));
  }

  async keepCorrection(interviewId: string, corrected: SavedAnswer): Promise<Kept> {
    return this.#keep(interviewId, (db) => store.addCorrection(db, this.#owner, interviewId, corrected));
  }

  /** A browser may forbid storage or have no space left: then the page's memory is the last resort. */
  async #keep(interviewId: string, put: (db: store.UploadStore) => Promise<void>): Promise<Kept> {
    const onDevice = await this.#disk.use(put).then(
      () => true,
      () => false,
    );
    if (onDevice) this.#lastRows.set(interviewId, null);
    else await put(this.#page);
    this.#changed();
    this.#wakeForOthers();
    this.#send();
    return onDevice ? "device" : "page";
  }

  keepWords(take: TakeKey, words: Words): void {
    void this.#disk.use((db) => store.keepWords(db, this.#owner, take, words)).catch(() => {});
  }

  async dropTake(take: TakeKey): Promise<void> {
    this.#dropped.add(nameOf(take));
    await store.dropTake(this.#page, this.#owner, take);
    // Takes that cannot be dropped are sent in the end; that costs only bandwidth.
    await this.#disk.use((db) => store.dropTake(db, this.#owner, take)).catch(() => {});
    this.#changed();
  }

  async leftovers(interviewId: string): Promise<Leftovers> {
    const device = await this.#deviceRows(interviewId).catch(() => NO_ROWS);
    const page = await this.#pageRows(interviewId);
    const answers = [...device.answers, ...page.answers].map(({ answer }) => savedAnswer(answer));
    const takes = [...device.takes, ...page.takes];
    const unfinished = takes.flatMap(({ take, segments, words }) => (words ? { ...words, take, segments } : []));
    const lastTake = Math.max(0, ...takes.map(({ take }) => take));
    return { answers, lastTake, unfinished: unfinished.at(-1) ?? null };
  }

  watch(interviewId: string, changed: (uploads: UploadStatuses) => void): () => void {
    const tell = async () => {
      const device = await this.#deviceRows(interviewId);
      const uploads = store.uploadStatuses(device, await this.#pageRows(interviewId), this.#aside);
      if (this.#watchers.has(watcher)) changed(uploads);
    };
    const watcher = () => void tell().catch(() => {});
    this.#watchers.add(watcher);
    watcher();
    return () => void this.#watchers.delete(watcher);
  }

  /**
   * The rows on the device; those last read while its storage does not respond, because nothing on it may count as sent.
   * Empty where storage is forbidden. Rejects if something was added that cannot be read.
   */
  async #deviceRows(interviewId: string): Promise<store.Rows> {
    try {
      const rows = await this.#disk.use((db) => store.readRows(db, this.#owner, interviewId));
      this.#lastRows.set(interviewId, rows);
      return rows;
    } catch (error) {
      const last = this.#lastRows.get(interviewId);
      if (last === null) throw error;
      return last ?? NO_ROWS;
    }
  }

  #pageRows(interviewId: string): Promise<store.Rows> {
    return store.readRows(this.#page, this.#owner, interviewId);
  }

  readonly isSignedOut = (): boolean => this.#signedOut;

  readonly watchSession = (changed: () => void): (() => void) => {
    this.#sessionWatchers.add(changed);
    return () => void this.#sessionWatchers.delete(changed);
  };

  #setSignedOut(signedOut: boolean): void {
    if (this.#signedOut === signedOut) return;
    this.#signedOut = signedOut;
    for (const changed of this.#sessionWatchers) changed();
  }

  readonly retry = (): void => {
    this.#setSignedOut(false);
    if (this.#aside.size === 0) return this.#continue();
    this.#failures.clear();
    this.#silences.clear();
    this.#aside.clear();
    this.#passed.clear();
    const reconsider = (db: store.UploadStore) => store.reconsider(db, this.#owner);
    void Promise.allSettled([reconsider(this.#page), this.#disk.use(reconsider)]).then(() => {
      this.#changed();
      this.#continue();
    });
  };

  #continue(): void {
    this.#wake();
    this.#wakeForOthers();
    this.#send();
  }

  /** Requests in flight when the network was lost are stuck: restart them. */
  readonly #reconnect = (): void => {
    this.#attempt.abort();
    this.#continue();
  };

  /** Whether anything on this device or in this page is not on the server. Rejects if the storage cannot be read. */
  async hasUnsent(): Promise<boolean> {
    const inPage = await store.hasUnsent(this.#page, this.#owner);
    return inPage || (await this.#disk.use((db) => store.hasUnsent(db, this.#owner)));
  }

  /** Stops sending, and deletes everything that this browser keeps of this person's answers. */
  async deleteAll(): Promise<void> {
    this.#stop();
    // An item in flight would be stored again.
    await this.#run;
    await store.deleteAll(this.#page, this.#owner);
    await this.#disk.use((db) => store.deleteAll(db, this.#owner)).finally(() => this.close());
  }

  #stop(): void {
    this.#closed.abort();
    this.#attempt.abort();
    this.#wake();
    this.#wakeForOthers();
  }

  /** Stops sending. Remaining items wait for the next queue. */
  close(): void {
    this.#stop();
    this.#watchers.clear();
    this.#tabs.close();
    removeEventListener("online", this.#reconnect);
    this.#disk.close();
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
    while (this.#again && !this.#closed.signal.aborted) {
      this.#again = false;
      await this.#inTurn(() => this.#drain()).catch(() => {});
    }
  }

  /** One tab after the other, as far as they are active. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const { locks } = this.#options;
    if (!locks) return work();
    const waiting = new AbortController();
    const giveUp = () => waiting.abort();
    let timer = setTimeout(giveUp, MAX_SILENCE);
    let isOurs = false;
    this.#heardOther = () => {
      clearTimeout(timer);
      if (!isOurs) timer = setTimeout(giveUp, MAX_SILENCE);
    };
    this.#closed.signal.addEventListener("abort", giveUp, { once: true });
    const turn = locks.request(NAME, { signal: waiting.signal }, () => {
      isOurs = true;
      clearTimeout(timer);
      return work();
    });
    await turn.catch(() => {});
    clearTimeout(timer);
    this.#closed.signal.removeEventListener("abort", giveUp);
    if (!isOurs && !this.#closed.signal.aborted) await locks.request(NAME, { steal: true }, work);
  }

  /**
   * Sends one item after the other until the queue is empty, while holding this browser's lock. An item for which the
   * server fails again and again never holds up the others.
   */
  async #drain(): Promise<void> {
    const closed = this.#closed.signal;
    const skipped = new Set<string>();
    let failures = 0;
    let wasStalled = false;
    for (;;) {
      const { item, isStalled } = await this.#next(skipped);
      if (wasStalled && !isStalled) this.#tellWatchers();
      wasStalled = isStalled;
      if (closed.aborted || (!item && !isStalled && skipped.size === 0)) return;
      if (!item) {
        const isHopeless = !isStalled && [...skipped].every((name) => this.#aside.has(name));
        skipped.clear();
        await this.#pauseAside(failures++, isHopeless);
        continue;
      }
      const { signal } = (this.#attempt = new AbortController());
      const result = await deliver(item, this.#options.fetch, signal);
      // No reply says nothing about the session.
      if (result.outcome !== "later") this.#setSignedOut(result.outcome === "signed-out");
      if (closed.aborted || result.outcome === "signed-out") return;
      const name = store.nameOf(item);
      if (result.outcome === "later") {
        if (signal.aborted) continue;
        const { problem = this.#problemOf(name) } = result;
        const isOthersTurn = this.#isOthersTurn(name, problem);
        if (isOthersTurn) skipped.add(name);
        if (!isOthersTurn || result.wait > 0) await this.#pause(failures++, result.wait);
        continue;
      }
      this.#notePassed(name);
      if (result.outcome === "refused") this.#aside.set(name, "rejected");
      else if (this.#aside.get(name) !== "rejected") this.#forgive(name);
      const isSettled = await this.#settle(item, result.outcome).then(
        () => true,
        () => false,
      );
      // It would be sent again at once.
      if (isSettled) failures = 0;
      else if (!closed.aborted) await this.#pauseAside(failures++, failures > FAILURES_BEFORE_ASIDE);
      this.#changed();
    }
  }

  /** What keeps an item from being sent that got no usable reply; undefined if the network may be to blame. */
  #problemOf(name: string): UploadProblem | undefined {
    return this.#passed.has(name) && navigator.onLine !== false ? "server" : undefined;
  }

  /** Another item was sent: what got no reply before counts from here on. */
  #notePassed(sent: string): void {
    for (const name of this.#silences.keys()) if (name !== sent) this.#passed.add(name);
  }

  /** Counts a failure of this item. Returns whether others go first now. Without a problem it is never set aside. */
  #isOthersTurn(name: string, problem: UploadProblem | null | undefined): boolean {
    const counts = problem ? this.#failures : this.#silences;
    const failures = (counts.get(name) ?? 0) + 1;
    counts.set(name, failures);
    if (!problem || failures < FAILURES_BEFORE_ASIDE) return failures % FAILURES_BEFORE_OTHERS === 0;
    if (!this.#aside.has(name)) {
      this.#aside.set(name, problem);
      this.#changed();
    }
    return true;
  }

  #forgive(name: string): void {
    this.#failures.delete(name);
    this.#silences.delete(name);
    this.#aside.delete(name);
    this.#passed.delete(name);
  }

  /** Waits while every item has just failed: for minutes if all of them were set aside, unless something new comes. */
  async #pauseAside(failures: number, isHopeless: boolean): Promise<void> {
    const others = new Promise<void>((resolve) => {
      this.#wakeForOthers = resolve;
    });
    await Promise.race([this.#pause(failures, isHopeless ? ASIDE_WAIT : 0), others]);
  }

  /** Items held by the page go first: they are most at risk. `isStalled`: there may be more on the device, later. */
  async #next(skipped: ReadonlySet<string>): Promise<{ item: store.Item | undefined; isStalled: boolean }> {
    try {
      const item = await this.#disk.use((db) => store.nextItem([this.#page, db], this.#owner, skipped));
      return { item, isStalled: false };
    } catch (error) {
      const isStalled = this.#lastRows.size > 0 || (error instanceof DOMException && error.name === "TimeoutError");
      return { item: await store.nextItem([this.#page], this.#owner, skipped), isStalled };
    }
  }

  async #settle(item: store.Item, outcome: "sent" | "refused"): Promise<void> {
    if (item.db === this.#page) return store.settle(item, outcome);
    await this.#disk.use((db) => store.settle({ ...item, db }, outcome));
  }

  /** Backs off after each failure, and at least as long as the server requested; `retry` ends the wait. */
  async #pause(failures: number, asked: number): Promise<void> {
    const { sleep, random } = this.#options;
    const longest = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** failures);
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([sleep(asked + longest * (0.5 + random() / 2)), woken]);
  }
}

function nameOf({ interviewId, take }: TakeKey): string {
  return `${interviewId}/${take}`;
}

async function hexDigest(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

let current: { owner: string; queue: BrowserUploadQueue } | undefined;

/**
 * This page's upload queue for this person. Creating it also sends what an earlier visit left behind, so the app
 * creates it on every page load.
 */
export function uploadsOf(userId: string): BrowserUploadQueue {
  if (current?.owner !== userId) {
    current?.queue.close();
    current = { owner: userId, queue: new BrowserUploadQueue(userId) };
  }
  return current.queue;
}

/** Deletes what this browser keeps of this person's answers, sent or not. */
export async function deleteUploads(userId: string): Promise<void> {
  const queue = uploadsOf(userId);
  current = undefined;
  await queue.deleteAll();
}

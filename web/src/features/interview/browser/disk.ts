import { openStore, type UploadStore } from "./uploadStore.ts";

/** Some browsers never answer when storage is asked for; a recording can not wait for them. In milliseconds. */
const LONGEST = 5_000;
/** Nor ask again soon. */
const REST = 30_000;

/** The device's database, opened when it is first used, and again after the browser has dropped the connection. */
export class Disk {
  readonly #prepare: (db: UploadStore) => Promise<void>;
  readonly #open: () => Promise<UploadStore>;
  #db: Promise<UploadStore> | undefined;
  #closed = false;
  #restsUntil = 0;

  /** `prepare` runs on what earlier visits left, before anything else. */
  constructor(prepare: (db: UploadStore) => Promise<void>, open = openStore) {
    this.#prepare = prepare;
    this.#open = open;
  }

  /** Works on the database. Rejects if the browser forbids it, if there is no room, or if it takes too long. */
  async use<T>(work: (db: UploadStore) => Promise<T>): Promise<T> {
    try {
      return await this.#inTime(() => this.#connection().then(work));
    } catch (error) {
      if (!isDisconnected(error) || this.#closed) throw error;
      // A phone closes the connection of a page that sleeps; the next one works.
      this.#db = undefined;
      return await this.#inTime(() => this.#connection().then(work));
    }
  }

  close(): void {
    this.#closed = true;
    void this.#db?.then((db) => db.close()).catch(() => {});
  }

  #connection(): Promise<UploadStore> {
    this.#db ??= this.#connect();
    return this.#db;
  }

  async #connect(): Promise<UploadStore> {
    const db = await this.#open();
    await this.#prepare(db);
    return db;
  }

  async #inTime<T>(work: () => Promise<T>): Promise<T> {
    if (performance.now() < this.#restsUntil) throw late();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#restsUntil = performance.now() + REST;
        this.#db = undefined;
        reject(late());
      }, LONGEST);
    });
    try {
      return await Promise.race([work(), tooLong]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function late(): DOMException {
  return new DOMException("The storage does not answer.", "TimeoutError");
}

const DISCONNECTED = new Set(["InvalidStateError", "UnknownError", "AbortError"]);

function isDisconnected(error: unknown): boolean {
  return error instanceof DOMException && DISCONNECTED.has(error.name);
}

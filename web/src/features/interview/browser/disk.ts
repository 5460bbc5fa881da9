import { openStore, type UploadStore } from "./uploadStore.ts";

/** Timeout in milliseconds: some browsers never respond to a storage request, and a recording cannot wait for them. */
const MAX_DURATION = 5_000;
/** Pause before storage is tried again after a timeout, in milliseconds. */
const REST = 30_000;

/** The device's database, opened on first use and reopened after the browser dropped the connection. */
export class Disk {
  readonly #prepare: (db: UploadStore) => Promise<void>;
  readonly #open: () => Promise<UploadStore>;
  #db: Promise<UploadStore> | undefined;
  #closed = false;
  #restsUntil = 0;

  /** `prepare` runs first, on the data that earlier visits left behind. */
  constructor(prepare: (db: UploadStore) => Promise<void>, open = openStore) {
    this.#prepare = prepare;
    this.#open = open;
  }

  /** Runs work on the database. Rejects if the browser forbids storage, if there is no space, or on timeout. */
  async use<T>(work: (db: UploadStore) => Promise<T>): Promise<T> {
    try {
      return await this.#inTime(() => this.#connection().then(work));
    } catch (error) {
      if (!isDisconnected(error) || this.#closed) throw error;
      // Phones close the connection of a suspended page; the next use reopens it.
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
      }, MAX_DURATION);
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

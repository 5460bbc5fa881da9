/**
 * In-memory version of the IndexedDB features that the queue uses: for browsers that forbid IndexedDB, and for data
 * that does not fit on a full device. It lasts as long as the page.
 */

import type { UploadStore } from "./uploadStore.ts";

type Key = (string | number)[];
type Row = object;

/** More than half an hour of video at the lowest bitrate. */
const MAX_BYTES = 64_000_000;

const KEYS: Record<string, string[]> = {
  chunks: ["owner", "interviewId", "take", "segment", "index"],
  refused: ["owner", "interviewId", "take", "segment", "index"],
  takes: ["owner", "interviewId", "take"],
  answers: ["owner", "interviewId", "responseOrder"],
};

export function memoryStore(mostBytes = MAX_BYTES): UploadStore {
  const tables = new Map(Object.entries(KEYS).map(([name, path]) => [name, new Table(path, mostBytes)]));
  const table = (name: string) => tables.get(name) as Table;
  const database = {
    transaction: (names: string | readonly string[]) => ({
      store: table([names].flat()[0] ?? ""),
      objectStore: table,
      done: Promise.resolve(),
    }),
    get: (name: string, key: Key) => table(name).get(key),
    getAll: (name: string, range: IDBKeyRange) => table(name).getAll(range),
    getAllKeys: async (name: string, range: IDBKeyRange) => table(name).keys(range),
    count: (name: string, range: IDBKeyRange) => table(name).count(range),
    close: () => {},
  };
  return database as unknown as UploadStore;
}

class Table {
  readonly #path: string[];
  readonly #mostBytes: number;
  readonly #rows = new Map<string, { key: Key; row: Row }>();

  constructor(path: string[], mostBytes: number) {
    this.#path = path;
    this.#mostBytes = mostBytes;
  }

  async get(key: Key): Promise<Row | undefined> {
    return this.#rows.get(JSON.stringify(key))?.row;
  }

  async getAll(range: IDBKeyRange): Promise<Row[]> {
    return this.#within(range).map(({ row }) => row);
  }

  keys(range: IDBKeyRange): Key[] {
    return this.#within(range).map(({ key }) => key);
  }

  async count(range: IDBKeyRange | Key): Promise<number> {
    return this.#within(range).length;
  }

  async put(row: Row): Promise<void> {
    const used = [...this.#rows.values()].reduce((sum, other) => sum + weight(other.row), weight(row));
    if (used > this.#mostBytes) throw new DOMException("This page holds too much.", "QuotaExceededError");
    const key = this.#path.map((name) => (row as Record<string, string | number>)[name] as string | number);
    this.#rows.set(JSON.stringify(key), { key, row });
  }

  async delete(range: IDBKeyRange | Key): Promise<void> {
    for (const { key } of this.#within(range)) this.#rows.delete(JSON.stringify(key));
  }

  /** Returns the rows whose keys start with the lower bound of a range, or match the key, in order. */
  #within(range: IDBKeyRange | Key): { key: Key; row: Row }[] {
    const start = Array.isArray(range) ? range : (range.lower as Key);
    const rows = [...this.#rows.values()].filter(({ key }) => start.every((part, index) => key[index] === part));
    return rows.sort((one, other) => compare(one.key, other.key));
  }
}

function weight(row: Row): number {
  return "bytes" in row ? (row.bytes as ArrayBuffer).byteLength : 0;
}

function compare(one: Key, other: Key): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  if (at === -1) return 0;
  return (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1;
}

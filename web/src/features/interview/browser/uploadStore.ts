/**
 * Items waiting to be sent: a database with one transaction per function. It is stored in IndexedDB or, for items that
 * do not fit there, in this page's memory; related items may be split between both.
 */

import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";
import type { Answer, Chunk, SavedAnswer, Segment, TakeKey, UploadProblem, UploadStatus, UploadStatuses, Words } from "../model/ports.ts";

const NAME = "dayshift-interview";

/** The owner comes first in every key: another person on the same phone neither sees nor sends the item. */
type Owner = string;
type ChunkId = [Owner, interviewId: string, take: number, segment: number, index: number];
type TakeId = [Owner, interviewId: string, take: number];
type AnswerId = [Owner, interviewId: string, order: number];

export interface StoredChunk extends Chunk {
  owner: Owner;
  sha256: string;
}

interface StoredTake extends TakeKey {
  owner: Owner;
  /** Chunks kept so far, and how many of them the server has. */
  kept: number;
  sent: number;
  /** Total size of the chunks kept so far. */
  segments: Segment[];
  /** The position of its answer, while the answer is in progress. */
  words?: Words;
}

export interface StoredAnswer {
  owner: Owner;
  interviewId: string;
  responseOrder: number;
  answer: Answer;
  words: "waiting" | "sent" | "refused";
  /** Whether the server has, or may have, a different text for it. */
  corrects?: boolean;
  recording: "none" | "waiting" | "sent" | "refused";
}

interface Schema extends DBSchema {
  chunks: { key: ChunkId; value: StoredChunk };
  /** Chunks that the server rejected. They stay, but are not sent again until the page reloads. */
  refused: { key: ChunkId; value: StoredChunk };
  takes: { key: TakeId; value: StoredTake };
  answers: { key: AnswerId; value: StoredAnswer };
}

/** What the memory store has, too. */
export type UploadStore = Pick<IDBPDatabase<Schema>, "transaction" | "get" | "getAll" | "getAllKeys" | "count" | "close">;

/** One item to send. */
export type Item = { /** Where it is stored. */ db: UploadStore } & (
  { kind: "words"; answer: StoredAnswer } | { kind: "chunk"; chunk: StoredChunk } | { kind: "take"; answer: StoredAnswer; take: number; segments: Segment[] }
);

/** Strict durability: a completed transaction survives a crash of the machine, not only of the tab. */
const DURABLE = { durability: "strict" } as const;

export function openStore(): Promise<UploadStore> {
  askToKeep();
  return openDB<Schema>(NAME, 1, {
    upgrade(db) {
      const chunkId = ["owner", "interviewId", "take", "segment", "index"];
      db.createObjectStore("chunks", { keyPath: chunkId });
      db.createObjectStore("refused", { keyPath: chunkId });
      db.createObjectStore("takes", { keyPath: ["owner", "interviewId", "take"] });
      db.createObjectStore("answers", { keyPath: ["owner", "interviewId", "responseOrder"] });
    },
    // A newer version of this page may upgrade the database while this tab is open.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}

/**
 * Requests persistent storage, so that a full phone does not evict it. Firefox would prompt, so it is skipped there.
 */
function askToKeep(): void {
  if (!navigator.userAgent.includes("Firefox")) void navigator.storage?.persist?.().catch(() => {});
}

export function deleteStore(): Promise<void> {
  return deleteDB(NAME);
}

/** The range of keys that start with these parts: an array sorts after every string and number. */
function within(...parts: (string | number)[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []]);
}

export async function addChunk(db: UploadStore, chunk: StoredChunk): Promise<void> {
  const tx = db.transaction(["chunks", "takes"], "readwrite", DURABLE);
  const row = (await tx.objectStore("takes").get(takeId(chunk.owner, chunk))) ?? newTake(chunk.owner, chunk);
  const segments = joined([row.segments, [segmentUpTo(chunk)]]);
  // One after the other: the page's memory has no transaction that would take the count back.
  const stored = tx.objectStore("chunks").put(chunk);
  const counted = stored.then(() => tx.objectStore("takes").put({ ...row, kept: row.kept + 1, segments }));
  await Promise.all([stored, counted, tx.done]);
}

function takeId(owner: Owner, { interviewId, take }: TakeKey): TakeId {
  return [owner, interviewId, take];
}

function newTake(owner: Owner, { interviewId, take }: TakeKey): StoredTake {
  return { owner, interviewId, take, kept: 0, sent: 0, segments: [] };
}

/** Relaxed durability: the next text follows in a moment. */
export async function keepWords(db: UploadStore, owner: Owner, key: TakeKey, words: Words): Promise<void> {
  const tx = db.transaction("takes", "readwrite");
  const row = (await tx.store.get(takeId(owner, key))) ?? newTake(owner, key);
  await Promise.all([tx.store.put({ ...row, words }), tx.done]);
}

function segmentUpTo({ segment, index, mimeType }: Chunk): Segment {
  return { segment, count: index + 1, mimeType };
}

/** Merges several segment lists, keeping the longest version of each segment. */
function joined(lists: Segment[][]): Segment[] {
  const longest = new Map<number, Segment>();
  for (const segment of lists.flat()) {
    if (segment.count > (longest.get(segment.segment)?.count ?? 0)) longest.set(segment.segment, segment);
  }
  return [...longest.values()].sort((one, other) => one.segment - other.segment);
}

export async function addAnswer(db: UploadStore, owner: Owner, interviewId: string, answer: Answer): Promise<void> {
  const tx = db.transaction(["answers", "takes"], "readwrite", DURABLE);
  const recording = answer.take ? "waiting" : "none";
  const row = { owner, interviewId, responseOrder: answer.responseOrder, answer, words: "waiting", recording };
  const takes = tx.objectStore("takes");
  // No answer is in progress any more.
  for (const { words, ...take } of await takes.getAll(within(owner, interviewId))) if (words) await takes.put(take);
  await Promise.all([tx.objectStore("answers").put(row as StoredAnswer), tx.done]);
}

/** Stores a new text for an answer: in its own row if that is still here, else as a separate upload. */
export async function addCorrection(db: UploadStore, owner: Owner, interviewId: string, { order: responseOrder, ...words }: SavedAnswer): Promise<void> {
  const tx = db.transaction("answers", "readwrite", DURABLE);
  const row = await tx.store.get([owner, interviewId, responseOrder]);
  const answer: Answer = row?.answer ?? { ...words, responseOrder, mode: "typed", durationSeconds: 0 };
  const isUnsent = row?.words === "waiting" && !row.corrects;
  const original = isUnsent ? { originalText: answer.originalText ?? answer.responseText } : {};
  const corrected = { ...answer, ...original, responseText: words.responseText };
  const about = { owner, interviewId, responseOrder, recording: row?.recording ?? ("none" as const) };
  await Promise.all([tx.store.put({ ...about, answer: corrected, words: "waiting", corrects: !isUnsent }), tx.done]);
}

export async function dropTake(db: UploadStore, owner: Owner, key: TakeKey): Promise<void> {
  const tx = db.transaction(["chunks", "refused", "takes"], "readwrite", DURABLE);
  const range = within(owner, key.interviewId, key.take);
  // The take's own row stays: its number must not be reused.
  const row = await tx.objectStore("takes").get(takeId(owner, key));
  if (row) await tx.objectStore("takes").put({ ...newTake(owner, key), kept: row.kept, sent: row.sent });
  await Promise.all([tx.objectStore("chunks").delete(range), tx.objectStore("refused").delete(range), tx.done]);
}

/** What one store knows about an interview. */
export interface Rows {
  answers: StoredAnswer[];
  takes: StoredTake[];
}

export async function readRows(db: UploadStore, owner: Owner, interviewId: string): Promise<Rows> {
  const tx = db.transaction(["answers", "takes"]);
  const range = within(owner, interviewId);
  const [answers, takes] = await Promise.all([tx.objectStore("answers").getAll(range), tx.objectStore("takes").getAll(range)]);
  return { answers, takes };
}

/** Name of what is tried or set aside as a whole: the text of an answer, or a recording with all its chunks. */
export function nameOf(item: Item): string {
  if (item.kind === "words") return nameOfWords(item.answer);
  return item.kind === "chunk" ? nameOfTake(item.chunk) : nameOfTake({ ...item.answer, take: item.take });
}

function nameOfWords({ interviewId, responseOrder }: Pick<StoredAnswer, "interviewId" | "responseOrder">): string {
  return `${interviewId}/words/${responseOrder}`;
}

function nameOfTake({ interviewId, take }: TakeKey): string {
  return `${interviewId}/take/${take}`;
}

/**
 * The upload status of every answer on this device, in this page, or split between both. `aside`: why the server does not
 * take an item, by its name.
 */
export function uploadStatuses(device: Rows, page: Rows, aside: ReadonlyMap<string, UploadProblem>): UploadStatuses {
  const statusOf = (row: StoredAnswer): UploadStatus => {
    const { responseOrder, answer } = row;
    const problems = {
      words: aside.get(nameOfWords(row)),
      recording: answer.take && aside.get(nameOfTake({ ...row, take: answer.take.number })),
    };
    // What the server has rejected is stored as such, once the rest of a recording is sent.
    const isAside = (problem: UploadProblem | undefined) => problem !== undefined && problem !== "rejected";
    const words = row.words === "waiting" && isAside(problems.words) ? "refused" : row.words;
    const recording = row.recording === "waiting" && isAside(problems.recording) ? "refused" : row.recording;
    const isRefused = words === "refused" || recording === "refused";
    const problem = (words === "refused" ? problems.words : problems.recording) ?? "rejected";
    const isOfAnswer = ({ take }: StoredTake) => take === answer.take?.number;
    const takes = [...device.takes, ...page.takes].filter(isOfAnswer);
    const parts = { sent: sum(takes.map(({ sent }) => sent)), total: sum(takes.map(({ kept }) => kept)) };
    const inPage = page.answers.some((row) => row.responseOrder === responseOrder) || page.takes.some((take) => isOfAnswer(take) && take.sent < take.kept);
    return { order: responseOrder, words, recording, parts, kept: inPage ? "page" : "device", ...(isRefused && { problem }) };
  };
  return [...device.answers, ...page.answers].map(statusOf).sort((one, other) => one.order - other.order);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * The next item to send: texts before recordings, because they are small and important, then the oldest chunk. A take
 * is closed as soon as the last of its chunks is sent, from either store. Passes over the items whose names are in
 * `skipped`.
 */
export async function nextItem(dbs: UploadStore[], owner: Owner, skipped: ReadonlySet<string>): Promise<Item | undefined> {
  const all = within(owner);
  const found = await Promise.all(dbs.map((db) => db.getAll("answers", all)));
  const answers = found.flatMap((rows, index) => rows.map((answer) => ({ answer, db: dbs[index] as UploadStore })));
  const unsent = answers.find(({ answer }) => answer.words === "waiting" && !skipped.has(nameOfWords(answer)));
  if (unsent) return { kind: "words", ...unsent };
  for (const { answer, db } of answers) {
    if (answer.recording !== "waiting" || !answer.answer.take) continue;
    const take = answer.answer.take.number;
    if (skipped.has(nameOfTake({ ...answer, take }))) continue;
    const id = [owner, answer.interviewId, take] as const;
    const left = await Promise.all(dbs.map((other) => other.count("chunks", within(...id))));
    if (left.some((count) => count > 0)) continue;
    // Chunks kept after the answer had ended belong to it, too.
    const rows = await Promise.all(dbs.map((other) => other.get("takes", [...id])));
    const segments = joined([answer.answer.take.segments, ...rows.map((row) => row?.segments ?? [])]);
    return { kind: "take", answer, db, take, segments };
  }
  for (const db of dbs) {
    const keys = await db.getAllKeys("chunks", all);
    const key = keys.find(([, interviewId, take]) => !skipped.has(nameOfTake({ interviewId, take })));
    const chunk = key && (await db.get("chunks", key));
    if (chunk) return { kind: "chunk", chunk, db };
  }
  return undefined;
}

/** Returns how many chunks of a take the server has not answered yet. */
export function countWaiting(db: UploadStore, owner: Owner, { interviewId, take }: TakeKey): Promise<number> {
  return db.count("chunks", within(owner, interviewId, take));
}

/** Records that the server has accepted or rejected it. */
export async function settle(item: Item, outcome: "sent" | "refused"): Promise<void> {
  switch (item.kind) {
    case "chunk":
      return settleChunk(item.db, item.chunk, outcome);
    case "words":
      return settleAnswer(item.db, item.answer, { words: outcome });
    case "take": {
      // The server waits for the chunks that it has not taken.
      const { owner, interviewId } = item.answer;
      const left = await item.db.count("refused", within(owner, interviewId, item.take));
      return settleAnswer(item.db, item.answer, { recording: left > 0 ? "refused" : outcome });
    }
    default:
      item satisfies never;
  }
}

async function settleChunk(db: UploadStore, chunk: StoredChunk, outcome: "sent" | "refused"): Promise<void> {
  const { owner, interviewId, take, segment, index } = chunk;
  const tx = db.transaction(["chunks", "refused", "takes"], "readwrite", DURABLE);
  const chunks = tx.objectStore("chunks");
  const id: ChunkId = [owner, interviewId, take, segment, index];
  // A take dropped while its chunk was in flight stays dropped; a chunk that another tab has also sent counts once.
  const isHere = (await chunks.count(id)) > 0;
  if (outcome === "refused" && isHere) await tx.objectStore("refused").put(chunk);
  await chunks.delete(id);
  const row = await tx.objectStore("takes").get([owner, interviewId, take]);
  if (row && outcome === "sent" && isHere) await tx.objectStore("takes").put({ ...row, sent: row.sent + 1 });
  await tx.done;
}

async function settleAnswer(db: UploadStore, answer: StoredAnswer, news: Partial<StoredAnswer>): Promise<void> {
  const tx = db.transaction("answers", "readwrite", DURABLE);
  const id: AnswerId = [answer.owner, answer.interviewId, answer.responseOrder];
  const row = { ...((await tx.store.get(id)) ?? answer), ...news };
  // Corrected while the earlier text was in flight.
  if (row.words === "sent" && row.answer.responseText !== answer.answer.responseText) {
    Object.assign(row, { words: "waiting", corrects: true });
  }
  const arrived = row.words === "sent" && (row.recording === "sent" || row.recording === "none");
  if (arrived) await tx.store.delete(id);
  else await tx.store.put(row);
  await tx.done;
}

/** Whether the server may not have everything of this person: texts, recordings, or the answer in progress. */
export async function hasUnsent(db: UploadStore, owner: Owner): Promise<boolean> {
  const names = ["answers", "chunks", "refused"] as const;
  const counts = await Promise.all(names.map((name) => db.count(name, within(owner))));
  const takes = await db.getAll("takes", within(owner));
  return counts.some((count) => count > 0) || takes.some(({ words }) => words !== undefined);
}

export async function deleteAll(db: UploadStore, owner: Owner): Promise<void> {
  const names = ["chunks", "refused", "takes", "answers"] as const;
  const tx = db.transaction(names, "readwrite", DURABLE);
  await Promise.all([...names.map((name) => tx.objectStore(name).delete(within(owner))), tx.done]);
}

/** Puts rejected items back in the queue. */
export async function reconsider(db: UploadStore, owner: Owner): Promise<void> {
  const tx = db.transaction(["chunks", "refused", "answers"], "readwrite", DURABLE);
  const refused = tx.objectStore("refused");
  for (const chunk of await refused.getAll(within(owner))) await tx.objectStore("chunks").put(chunk);
  await refused.delete(within(owner));
  const again = (state: "sent" | "refused" | "waiting" | "none") => (state === "refused" ? "waiting" : state);
  for (const row of await tx.objectStore("answers").getAll(within(owner))) {
    const words = again(row.words) as StoredAnswer["words"];
    await tx.objectStore("answers").put({ ...row, words, recording: again(row.recording) });
  }
  await tx.done;
}

/** Test setup of the upload queue: a scripted server, locks, and items to send. */

import "fake-indexeddb/auto";
import { vi } from "vitest";
import type { Answer, Chunk, UploadStatuses } from "../model/ports.ts";
import { BrowserUploadQueue, type UploadOptions } from "../browser/uploadQueue.ts";
import { deleteStore } from "../browser/uploadStore.ts";

export const INTERVIEW = "0198";
const queues: BrowserUploadQueue[] = [];

/** The server's side of the contract, in memory. Tests can replace `answer` to simulate errors. */
export class Server {
  readonly log: string[] = [];
  answer: (path: string, init: RequestInit) => Response | Promise<Response> = (_, init) => acknowledge(init);

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await this.answer(path, init);
    this.log.push(`${response.status} ${path.replace(`/api/recordings/${INTERVIEW}/takes/`, "take ")}`);
    return response;
  };
}

export function acknowledge(init: RequestInit, status = 201): Response {
  const sha256 = new Headers(init.headers).get("x-sha256");
  const body = typeof init.body === "string" ? (JSON.parse(init.body) as Partial<Answer>) : {};
  const response = { responseOrder: body.responseOrder };
  return Response.json({ sha256, response, state: "waiting" }, { status });
}

/** The part of Web Locks that the queue uses, shared by the "tabs" of a test. */
export function fakeLocks(): Pick<LockManager, "request"> {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: unknown, work: () => Promise<unknown>) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  return { request: request as LockManager["request"] };
}

export function openQueue(server: Server, options: UploadOptions = {}, owner = "maya"): BrowserUploadQueue {
  const queue = new BrowserUploadQueue(owner, {
    fetch: server.fetch,
    locks: fakeLocks(),
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
    ...options,
  });
  queues.push(queue);
  return queue;
}

export function chunk(index: number, take = 1): Chunk {
  const bytes = new TextEncoder().encode(`chunk ${take} ${index}`).buffer;
  return { interviewId: INTERVIEW, take, segment: 0, index, mimeType: "video/webm", bytes };
}

export function answer(order = 1, take?: Answer["take"]): Answer {
  const words = { questionId: "why", questionText: "Why?", responseText: "Because.", responseOrder: order, mode: "spoken" } as const;
  return { ...words, durationSeconds: 42, ...(take && { take }) };
}

export const oneChunk = { number: 1, segments: [{ segment: 0, count: 1, mimeType: "video/webm" }] };

/** Resolves with the first state of the interview for which `done` holds. */
export function reached(queue: BrowserUploadQueue, done: (uploads: UploadStatuses) => boolean): Promise<UploadStatuses> {
  return new Promise((resolve) => {
    queue.watch(INTERVIEW, (uploads) => {
      if (done(uploads)) resolve(uploads);
    });
  });
}

export const empty = (uploads: UploadStatuses) => uploads.length === 0;

/** Before each test. */
export function prepareUploads(): void {
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
}

/** After each test. */
export async function forgetUploads(): Promise<void> {
  for (const queue of queues.splice(0)) queue.close();
  await deleteStore();
  vi.unstubAllGlobals();
}

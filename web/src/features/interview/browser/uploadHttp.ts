/** Sends one waiting thing to the server and says what became of it. */

import { withDeadline } from "#/platform/deadline.ts";
import type { Item, StoredAnswer, StoredChunk } from "./uploadStore.ts";

/**
 * `later`: no answer, or the server cannot take it now, and asks to wait `wait` milliseconds. `signed-out`: not before
 * a new sign-in.
 */
export type Result = { outcome: "sent" | "refused" | "signed-out" } | { outcome: "later"; wait: number };

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** One bar of signal moves a 250 kB chunk in half a minute. The limits cover the response's body too. */
const CHUNK_TIMEOUT = 120_000;
const CALL_TIMEOUT = 30_000;

/** A server or proxy that asks for a longer wait is asked again after this time. In milliseconds. */
const LONGEST_RETRY_AFTER = 300_000;

const SENT: Result = { outcome: "sent" };
const REFUSED: Result = { outcome: "refused" };
const LATER: Result = { outcome: "later", wait: 0 };

type Body = Record<string, unknown> | null;

/** A response that has been read to its end. `body` is null if it is not JSON. */
interface Reply {
  ok: boolean;
  status: number;
  body: Body;
  /** Milliseconds; 0 if the server did not ask for a wait. */
  retryAfter: number;
}

export function deliver(item: Item, fetch: Fetch, signal: AbortSignal): Promise<Result> {
  const call: Call = (path, timeout, init) => request(fetch, path, timeout, signal, init);
  switch (item.kind) {
    case "chunk":
      return sendChunk(item.chunk, call);
    case "words":
      return sendWords(item.answer, call);
    case "take":
      return sendTake(item, call);
  }
}

type Call = (path: string, timeout: number, init: RequestInit) => Promise<Reply | undefined>;

async function sendChunk(chunk: StoredChunk, call: Call): Promise<Result> {
  const first = await putChunk(chunk, call);
  if (typeof first === "object") return first;
  if (first === "closed") {
    // The call that opens the recording may itself have been lost on the way.
    const opened = await sendJson(`/api/interviews/${chunk.interviewId}/start-recording`, {}, () => true, call);
    if (opened.outcome !== "sent") return opened;
  }
  const second = await putChunk(chunk, call);
  // Damaged twice means damaged on this device: the other chunks must not wait for it.
  return typeof second === "object" ? second : REFUSED;
}

async function putChunk(chunk: StoredChunk, call: Call): Promise<Result | "closed" | "damaged"> {
  const { interviewId, take, segment, index, sha256, mimeType, bytes } = chunk;
  const path = `/api/recordings/${interviewId}/takes/${take}/segments/${segment}/chunks/${index}`;
  const reply = await call(path, CHUNK_TIMEOUT, {
    method: "PUT",
    headers: { "content-type": mimeType || "application/octet-stream", "x-sha256": sha256 },
    body: bytes,
  });
  if (reply?.status === 404) return "closed";
  if (reply?.status === 422 && reply.body?.code === "checksum_mismatch") return "damaged";
  if (!reply?.ok) return judge(reply);
  // The chunk is deleted from this device after this: the server must confirm the very bytes that were sent.
  if (reply.body === null) return LATER;
  return reply.body.sha256 === sha256 ? SENT : REFUSED;
}

function sendWords({ interviewId, answer, corrects }: StoredAnswer, call: Call): Promise<Result> {
  const { responseOrder: order, responseText } = answer;
  const isReceipt = (body: Body) => (body?.response as Body)?.responseOrder === order;
  const path = `/api/interviews/${interviewId}/responses`;
  if (corrects) return sendJson(`${path}/${order}`, { responseText }, isReceipt, call, "PATCH");
  return sendJson(path, answer, isReceipt, call);
}

function sendTake({ answer, take, segments }: Extract<Item, { kind: "take" }>, call: Call): Promise<Result> {
  const path = `/api/recordings/${answer.interviewId}/takes/${take}/complete`;
  return sendJson(path, { segments }, (body) => typeof body?.state === "string", call);
}

/** Only the server's own reply counts: a captive portal or a proxy may answer 200 as well. */
async function sendJson(
  path: string,
  body: object,
  isReceipt: (body: Body) => boolean,
  call: Call,
  method = "POST",
): Promise<Result> {
  const headers = { "content-type": "application/json" };
  const reply = await call(path, CALL_TIMEOUT, { method, headers, body: JSON.stringify(body) });
  if (!reply?.ok) return judge(reply);
  return reply.body && isReceipt(reply.body) ? SENT : LATER;
}

/**
 * Sends a request and reads the response's body, all within `timeout` milliseconds. Returns undefined if that fails or
 * `signal` is aborted.
 */
async function request(
  fetch: Fetch,
  path: string,
  timeout: number,
  signal: AbortSignal,
  init: RequestInit,
): Promise<Reply | undefined> {
  const send = async (bounded: AbortSignal): Promise<Reply> => {
    const response = await fetch(path, { ...init, credentials: "same-origin", signal: bounded });
    const text = await response.text();
    return { ok: response.ok, status: response.status, body: parse(text), retryAfter: retryAfterOf(response) };
  };
  return withDeadline(timeout, signal, send).catch(() => undefined);
}

function parse(text: string): Body {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? (value as Body) : null;
  } catch {
    return null;
  }
}

/** The Retry-After header in milliseconds: it holds seconds or a date. */
function retryAfterOf({ headers }: Response): number {
  const value = headers.get("retry-after");
  if (!value) return 0;
  const wait = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? 0 : Math.min(LONGEST_RETRY_AFTER, Math.max(0, wait));
}

/** Statuses that may change by waiting, besides 5xx. Any other 4xx would be the same the next time. */
const PASSING = new Set([403, 408, 425, 429]);

function judge(reply: Reply | undefined): Result {
  if (!reply) return LATER;
  if (reply.status >= 500 || PASSING.has(reply.status)) return { outcome: "later", wait: reply.retryAfter };
  if (reply.status === 401) return { outcome: "signed-out" };
  return reply.ok ? SENT : REFUSED;
}

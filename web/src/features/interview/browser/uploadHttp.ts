/** Sends one item of the queue to the server and returns the outcome. */

import { type ApiClient, createClient } from "#/api/client.ts";
import { withDeadline } from "#/platform/deadline.ts";
import type { Item, StoredAnswer, StoredChunk } from "./uploadStore.ts";

/**
 * `later`: no response, or the server cannot take it now and asks to wait `wait` milliseconds; `problem` if the response
 * may be about this item alone, null if it cannot be. `signed-out`: not before the next sign-in.
 */
export type Result = { outcome: "sent" | "refused" | "signed-out" } | { outcome: "later"; wait: number; problem?: "forbidden" | "server" | null };

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** On a weak connection a 250 kB chunk takes half a minute. The limits include the response body. In milliseconds. */
const CHUNK_TIMEOUT = 120_000;
const CALL_TIMEOUT = 30_000;

/** Upper bound for a wait that a server or proxy requests. In milliseconds. */
const MAX_RETRY_AFTER = 300_000;

const SENT: Result = { outcome: "sent" };
const REFUSED: Result = { outcome: "refused" };
const LATER: Result = { outcome: "later", wait: 0 };

export function deliver(item: Item, fetch: Fetch, signal: AbortSignal): Promise<Result> {
  const { owner } = item.kind === "chunk" ? item.chunk : item.answer;
  const api = uploadClient(fetch, signal, owner);
  switch (item.kind) {
    case "chunk":
      return sendChunk(item.chunk, api);
    case "words":
      return sendAnswer(item.answer, api);
    case "take":
      return completeTake(item, api);
  }
}

async function sendChunk(chunk: StoredChunk, api: ApiClient): Promise<Result> {
  const first = await putChunk(chunk, api);
  if (typeof first === "object") return first;
  if (first === "closed") {
    // The call that opens the recording may itself have been lost.
    const params = { path: { interview_id: chunk.interviewId } };
    const opened = await acknowledged(api.POST("/api/interviews/{interview_id}/start-recording", { params }), () => true);
    if (opened.outcome !== "sent") return opened;
  }
  const second = await putChunk(chunk, api);
  // Corrupted twice means corrupted on this device: the other chunks must not wait for it.
  return typeof second === "object" ? second : REFUSED;
}

async function putChunk(chunk: StoredChunk, api: ApiClient): Promise<Result | "closed" | "damaged"> {
  const { interviewId: recording_id, take, segment, index, sha256, mimeType, bytes } = chunk;
  const reply = await api
    .PUT("/api/recordings/{recording_id}/takes/{take}/segments/{segment}/chunks/{index}", {
      params: { path: { recording_id, take, segment, index }, header: { "x-sha256": sha256 } },
      headers: { "content-type": mimeType || "application/octet-stream" },
      body: "",
      bodySerializer: () => bytes,
    })
    .catch(() => undefined);
  if (reply?.response.status === 404) return "closed";
  if (reply?.response.status === 422 && reply.error?.code === "checksum_mismatch") return "damaged";
  if (!reply?.response.ok) return judge(reply);
  // The chunk is deleted from this device afterwards, so the server must confirm exactly the bytes that were sent.
  if (!reply.data) return LATER;
  return reply.data.sha256 === sha256 ? SENT : REFUSED;
}

function sendAnswer({ interviewId: interview_id, answer, corrects }: StoredAnswer, api: ApiClient): Promise<Result> {
  const { responseOrder: order, responseText } = answer;
  const isReceipt = (body: { response?: { responseOrder: number } }) => body.response?.responseOrder === order;
  if (corrects) {
    const params = { path: { interview_id, order } };
    const body = { responseText };
    return acknowledged(api.PATCH("/api/interviews/{interview_id}/responses/{order}", { params, body }), isReceipt);
  }
  const params = { path: { interview_id } };
  return acknowledged(api.POST("/api/interviews/{interview_id}/responses", { params, body: answer }), isReceipt);
}

function completeTake({ answer, take, segments }: Extract<Item, { kind: "take" }>, api: ApiClient): Promise<Result> {
  const params = { path: { recording_id: answer.interviewId, take } };
  const call = api.POST("/api/recordings/{recording_id}/takes/{take}/complete", { params, body: { segments } });
  return acknowledged(call, (body) => typeof body.state === "string");
}

/** Accepts only the server's own response: a captive portal or a proxy may also answer 200. */
async function acknowledged<Body>(
  call: Promise<{ data?: Body; error?: { code?: string }; response: Response }>,
  isReceipt: (body: Body) => boolean,
): Promise<Result> {
  const reply = await call.catch(() => undefined);
  if (!reply?.response.ok) return judge(reply);
  return reply.data && isReceipt(reply.data) ? SENT : LATER;
}

/**
 * The API contract over `fetch`, with a timeout for each call. Reads the whole response; `data`, or `error` for a
 * failure, is undefined if the body is not a JSON object. Rejects if there is no response, or if `signal` is aborted.
 */
function uploadClient(fetch: Fetch, signal: AbortSignal, owner: string): ApiClient {
  return createClient(({ address, init }) => {
    const send = async (bounded: AbortSignal) => {
      const response = await fetch(address, { ...init, signal: bounded });
      const body = parse(await response.text());
      return { response, [response.ok ? "data" : "error"]: body };
    };
    return withDeadline(init.method === "PUT" ? CHUNK_TIMEOUT : CALL_TIMEOUT, signal, send);
  }, owner);
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the Retry-After header (seconds or a date) in milliseconds; 0 if missing. */
function retryAfterOf({ headers }: Response): number {
  const value = headers.get("retry-after");
  if (!value) return 0;
  const wait = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? 0 : Math.min(MAX_RETRY_AFTER, Math.max(0, wait));
}

/** Temporary statuses, besides 5xx. Any other 4xx is permanent. A 401 without our code is a filter's, as a 403 may be. */
const PASSING = new Set([401, 403, 408, 425, 429]);

type Failure = { response: Response; error?: { code?: string } };

function judge(reply: Failure | undefined): Result {
  if (!reply) return LATER;
  const { response } = reply;
  const code = reply.error?.code;
  if (response.status === 401 && code) return { outcome: "signed-out" };
  if (response.status >= 500 || PASSING.has(response.status)) {
    const wait = retryAfterOf(response);
    // A server that asks to wait is busy with everything.
    if (wait > 0 || response.status === 429) return { outcome: "later", wait };
    return { outcome: "later", wait, problem: code === "storage_full" ? null : [401, 403].includes(response.status) ? "forbidden" : "server" };
  }
  return response.ok ? SENT : REFUSED;
}

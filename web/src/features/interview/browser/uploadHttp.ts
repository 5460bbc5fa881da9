/** Sends one waiting thing to the server and says what became of it. */

import type { Item, StoredAnswer, StoredChunk } from "./uploadStore.ts";

/** `later` means: nothing is known, or the server can not take it now. `signed-out`: not before a new sign-in. */
export type Outcome = "sent" | "refused" | "later" | "signed-out";

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** One bar of signal moves a 250 kB chunk in half a minute; a dead connection must still end some time. */
const CHUNK_TIMEOUT = 120_000;
const CALL_TIMEOUT = 30_000;

export function deliver(item: Item, fetch: Fetch, signal: AbortSignal): Promise<Outcome> {
  switch (item.kind) {
    case "chunk":
      return sendChunk(item.chunk, fetch, signal);
    case "words":
      return sendWords(item.answer, fetch, signal);
    case "take":
      return sendTake(item, fetch, signal);
  }
}

async function sendChunk(chunk: StoredChunk, fetch: Fetch, signal: AbortSignal): Promise<Outcome> {
  const outcome = await putChunk(chunk, fetch, signal);
  if (outcome !== "closed" && outcome !== "damaged") return outcome;
  if (outcome === "closed") {
    // The call that opens the recording may itself have been lost on the way.
    const path = `/api/interviews/${chunk.interviewId}/start-recording`;
    const opened = await post(path, {}, () => true, fetch, signal);
    if (opened !== "sent") return opened;
  }
  const again = await putChunk(chunk, fetch, signal);
  // Damaged twice, it is damaged here: the others must not wait for it.
  return again === "closed" || again === "damaged" ? "refused" : again;
}

async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json().catch(() => null)) as { code?: unknown } | null)?.code;
}

async function putChunk(
  chunk: StoredChunk,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Outcome | "closed" | "damaged"> {
  const { interviewId, take, segment, index, sha256, mimeType, bytes } = chunk;
  const path = `/api/recordings/${interviewId}/takes/${take}/segments/${segment}/chunks/${index}`;
  const response = await reach(fetch, path, CHUNK_TIMEOUT, signal, {
    method: "PUT",
    headers: { "content-type": mimeType || "application/octet-stream", "x-sha256": sha256 },
    body: bytes,
  });
  if (response?.status === 404) return "closed";
  if (response?.status === 422 && (await codeOf(response)) === "checksum_mismatch") return "damaged";
  if (!response?.ok) return judge(response);
  // What is deleted here exists nowhere else: the server must name the very bytes that were sent.
  const receipt = (await response.json().catch(() => null)) as { sha256?: string } | null;
  return receipt === null ? "later" : receipt.sha256 === sha256 ? "sent" : "refused";
}

function sendWords({ interviewId, answer, corrects }: StoredAnswer, fetch: Fetch, signal: AbortSignal): Promise<Outcome> {
  const { responseOrder: order, responseText } = answer;
  const isReceipt = ({ response }: Reply) => (response as Reply)?.responseOrder === order;
  const path = `/api/interviews/${interviewId}/responses`;
  if (corrects) return post(`${path}/${order}`, { responseText }, isReceipt, fetch, signal, "PATCH");
  return post(path, answer, isReceipt, fetch, signal);
}

function sendTake(
  { answer, take, segments }: Extract<Item, { kind: "take" }>,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Outcome> {
  const path = `/api/recordings/${answer.interviewId}/takes/${take}/complete`;
  return post(path, { segments }, (reply) => typeof reply.state === "string", fetch, signal);
}

type Reply = Record<string, unknown>;

/** What stands between us and the server may answer in its name: only a reply that is the server's own counts. */
async function post(
  path: string,
  body: object,
  isReceipt: (reply: Reply) => boolean,
  fetch: Fetch,
  signal: AbortSignal,
  method = "POST",
): Promise<Outcome> {
  const headers = { "content-type": "application/json" };
  const init = { method, headers, body: JSON.stringify(body) };
  const response = await reach(fetch, path, CALL_TIMEOUT, signal, init);
  if (!response?.ok) return judge(response);
  const reply = (await response.json().catch(() => null)) as Reply | null;
  return reply && isReceipt(reply) ? "sent" : "later";
}

async function reach(
  fetch: Fetch,
  path: string,
  timeout: number,
  signal: AbortSignal,
  init: RequestInit,
): Promise<Response | undefined> {
  // AbortSignal.any would say this in one line, but phones of 2023 do not have it.
  const bounded = new AbortController();
  const stop = () => bounded.abort();
  const timer = setTimeout(stop, timeout);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await fetch(path, { ...init, credentials: "same-origin", signal: bounded.signal });
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** Too fast, full or broken: all of that passes. Any other 4xx would be the same the next time. */
const PASSING = new Set([403, 408, 425, 429]);

function judge(response: Response | undefined): Outcome {
  if (!response || response.status >= 500 || PASSING.has(response.status)) return "later";
  if (response.status === 401) return "signed-out";
  return response.ok ? "sent" : "refused";
}

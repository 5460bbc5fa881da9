import { expect, onTestFinished, vi } from "vitest";

/** A scripted response: a reply, an unreachable server, or a response that breaks off midway. */
type Answer = { status?: number; body?: unknown } | "unreachable" | "cut off";
/**
 * Maps `METHOD /path`, or `METHOD /path?query` where the query matters, to a reply, or to a function of the request's
 * body and headers that returns one.
 */
export type Script = Record<string, Answer | ((body: unknown, headers: Headers) => Answer | Promise<Answer>)>;

export interface Call {
  key: string;
  body: unknown;
}

/** Default replies for requests that any page may send. */
const USUAL: Script = {
  "GET /api/notices": { body: { notices: [] } },
  "GET /api/applications": { body: { applications: [], counts: { yours: 0, coming: 0, hired: 0, waiting: 0, ended: 0 }, sent: 0, nextKey: null } },
  "GET /api/applications/states": { body: { jobs: [], interviews: [], until: "2026-06-01T00:00:00Z" } },
  "GET /api/consent": {
    body: { version: "1", retentionDays: 90, recordYears: 4, modelHost: null, transcribes: false, transcriberHost: null, watchedLive: false, notices: [] },
  },
  "GET /api/privacy/erasure": { body: { pending: null } },
  "GET /api/schedule/bookings": { body: { bookings: [] } },
  "GET /api/interviews/interview-1/visits": { body: { visits: [] } },
  "GET /api/interviews/interview-1": { body: { responses: [] } },
};

/** Handles every request with a scripted server. An unscripted request fails the test at its end. */
export function serve(script: Script): Call[] {
  const calls: Call[] = [];
  const unexpected: string[] = [];
  onTestFinished(() => expect(unexpected, "calls that nobody expected").toEqual([]));
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const key = `${request.method} ${pathname}`;
    const text = await request.text();
    const body: unknown = text ? JSON.parse(text) : null;
    calls.push({ key, body });
    const entry = script[key + search] ?? script[key] ?? USUAL[key];
    if (entry === undefined) unexpected.push(key);
    const answer = typeof entry === "function" ? await entry(body, request.headers) : (entry ?? "unreachable");
    if (answer === "unreachable") throw new TypeError("Failed to fetch");
    if (answer === "cut off") return new Response(new ReadableStream({ start: breakOff }));
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status ?? 200 });
  });
  return calls;
}

function breakOff(body: ReadableStreamDefaultController): void {
  body.error(new DOMException("The page was left.", "AbortError"));
}

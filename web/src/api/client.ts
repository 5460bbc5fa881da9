import type { Client } from "openapi-fetch";
import { withDeadline } from "#/platform/deadline.ts";
import { ApiError, readApiError, Unreachable } from "./errors.ts";
import { identityHeaders } from "./identity.ts";
import type { paths } from "./schema.gen.d.ts";

/** The API operations, with typed paths, parameters, bodies and responses. */
export type ApiClient = Pick<Client<paths>, "GET" | "POST" | "PUT" | "PATCH" | "DELETE">;

/** One API request, ready for `fetch`. */
export interface ApiCall {
  address: string;
  init: RequestInit & { method: string };
  signal: AbortSignal | undefined;
}

interface CallOptions {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown>; header?: Record<string, string> };
  headers?: Record<string, string>;
  body?: unknown;
  /** JSON by default. */
  bodySerializer?: (body: unknown) => BodyInit;
  signal?: AbortSignal;
  /** The browser finishes the request also after the page was closed. */
  keepalive?: boolean;
}

/** Timeout for the whole response, including its body. In milliseconds. */
const TIMEOUT = 60_000;

/**
 * Creates an API client. The contract exists only in the types: at run time a client fills in the URL and the body and
 * leaves the rest to `send`. The session is sent as a cookie; a header names the person that the request is for, by
 * default the one whose pages this tab shows.
 */
export function createClient(send: (call: ApiCall) => Promise<unknown>, person?: string): ApiClient {
  const calling =
    (method: string) =>
    (path: string, options: CallOptions = {}) => {
      const { params = {}, body, bodySerializer = JSON.stringify, signal, keepalive = false } = options;
      const content = body !== undefined && { body: bodySerializer(body) };
      const type = body !== undefined && { "content-type": "application/json" };
      const headers = { ...identityHeaders(path, person), ...type, ...params.header, ...options.headers };
      return send({ address: addressOf(path, params), init: { method, credentials: "same-origin", keepalive, ...content, headers }, signal });
    };
  return {
    GET: calling("GET"),
    POST: calling("POST"),
    PUT: calling("PUT"),
    PATCH: calling("PATCH"),
    DELETE: calling("DELETE"),
  } as ApiClient;
}

/**
 * Sends a request. Rejects with {@link ApiError} if the response is not a success, with {@link Unreachable} if there is
 * no complete one of ours within a minute, and with an AbortError if `signal` was aborted.
 */
export const client = createClient(({ address, init, signal: caller }) => {
  const send = async (signal: AbortSignal) => {
    const response = await globalThis.fetch(new Request(address, { ...init, signal }));
    if (!response.ok) throw await readApiError(response);
    const text = await response.text();
    return { data: text ? (JSON.parse(text) as unknown) : undefined };
  };
  return withDeadline(TIMEOUT, caller, send).catch((error: unknown) => {
    // Leaving a page aborts its requests, which is not a network failure.
    const isLeft = (error as Error).name === "AbortError";
    throw isLeft || error instanceof ApiError ? error : new Unreachable("No response", { cause: error });
  });
});

function addressOf(path: string, { path: values = {}, query = {} }: NonNullable<CallOptions["params"]>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null)
      .map((one) => [name, String(one)]),
  );
  return given.length > 0 ? `${filled}?${new URLSearchParams(given).toString()}` : filled;
}

/** The body of a successful request: `const { user } = await unwrap(client.GET("/api/auth/me"))`. */
export async function unwrap<Body>(call: Promise<{ data: Body } | { data?: never }>): Promise<Body> {
  // Unsuccessful responses have already been thrown.
  const { data } = await call;
  return data as Body;
}

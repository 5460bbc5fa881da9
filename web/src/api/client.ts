import type { Client } from "openapi-fetch";
import { withDeadline } from "#/platform/deadline.ts";
import { readApiError, Unreachable } from "./errors.ts";
import type { paths } from "./schema.gen.d.ts";

interface Asked {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  body?: unknown;
  signal?: AbortSignal;
}

/** For the whole response, its body included. In milliseconds. */
const TIMEOUT = 60_000;

/**
 * Calls the server by the contract. The session travels as a cookie.
 * Rejects with {@link ApiError} if the answer is not a success, with {@link Unreachable} if none came within a minute,
 * and with an AbortError if `signal` was aborted.
 */
export const client = {
  GET: calling("GET"),
  POST: calling("POST"),
  PUT: calling("PUT"),
  PATCH: calling("PATCH"),
  DELETE: calling("DELETE"),
} as Pick<Client<paths>, "GET" | "POST" | "PUT" | "PATCH" | "DELETE">;

/** What the contract says of a call is known to the types alone: to send one takes no more than this. */
function calling(method: string) {
  return async (path: string, { params, body, signal: caller }: Asked = {}): Promise<{ data: unknown }> => {
    const send = async (signal: AbortSignal) => {
      const request = new Request(addressOf(path, params), {
        method,
        credentials: "same-origin",
        signal,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
      });
      const response = await globalThis.fetch(request).catch(unanswered);
      if (!response.ok) throw await readApiError(response);
      const text = await response.text();
      return { data: text ? (JSON.parse(text) as unknown) : undefined };
    };
    return withDeadline(TIMEOUT, caller, send).catch((error: unknown) => {
      const isLate = error instanceof DOMException && error.name === "TimeoutError";
      throw isLate ? new Unreachable("The server did not answer in time.", { cause: error }) : error;
    });
  };
}

function addressOf(path: string, { path: places = {}, query = {} }: Asked["params"] = {}): string {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(places[name])));
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().filter((one) => one !== undefined && one !== null).map((one) => [name, String(one)]),
  );
  return given.length > 0 ? `${place}?${new URLSearchParams(given).toString()}` : place;
}

function unanswered(error: unknown): never {
  // Leaving a page aborts its requests; that is not a failure of the network.
  if (error instanceof DOMException && error.name === "AbortError") throw error;
  throw new Unreachable("The server could not be reached.", { cause: error });
}

/** The body of a call that succeeded: `const { user } = await unwrap(client.GET("/api/auth/me"))`. */
export async function unwrap<Body>(call: Promise<{ data: Body } | { data?: never }>): Promise<Body> {
  // Every answer that is not a success has already been thrown.
  const { data } = await call;
  return data as Body;
}

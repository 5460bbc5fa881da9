import createClient, { type Middleware } from "openapi-fetch";
import { readApiError, Unreachable } from "./errors.ts";
import type { paths } from "./schema.gen.d.ts";

const failures: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await readApiError(response);
  },
  onError({ error }) {
    // Leaving a page aborts its requests; that is not a failure of the network.
    if (error instanceof DOMException && error.name === "AbortError") return error;
    return new Unreachable("The server could not be reached.", { cause: error });
  },
};

/**
 * Calls the server by the contract. The session travels as a cookie.
 * Rejects with {@link ApiError} if the answer is not a success, with {@link Unreachable} if none came.
 */
export const client = createClient<paths>({
  credentials: "same-origin",
  // Looked up at each call, so that a test may put its own in place.
  fetch: (request) => globalThis.fetch(request),
});
client.use(failures);

/** The body of a call that succeeded: `const { user } = await unwrap(client.GET("/api/auth/me"))`. */
export async function unwrap<Body>(call: Promise<{ data: Body } | { data?: never }>): Promise<Body> {
  // Every answer that is not a success has already been thrown.
  const { data } = await call;
  return data as Body;
}

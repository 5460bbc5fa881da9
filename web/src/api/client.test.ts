import { afterEach, describe, expect, it, vi } from "vitest";
import { serve } from "#/testing/server.ts";
import { client, unwrap } from "./client.ts";
import { ApiError, messageOf, Unreachable } from "./errors.ts";

const matches = () => unwrap(client.GET("/api/matches"));

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable("The call succeeded."),
    (error: unknown) => error,
  );
}

describe("a call", () => {
  it("returns the body of a successful response", async () => {
    serve({ "GET /api/user/redirect-destination": { body: { redirectUrl: "/matching" } } });
    expect(await unwrap(client.GET("/api/user/redirect-destination"))).toEqual({ redirectUrl: "/matching" });
  });

  it("throws the server's error", async () => {
    const body = { code: "invalid_request", message: "Please check.", fields: { email: "Not an address" } };
    serve({ "GET /api/matches": { status: 422, body } });
    const error = await failureOf(matches());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, ...body, text: `422: ${JSON.stringify(body)}` });
    expect(messageOf(error, "Login failed")).toBe("Please check.");
  });

  it("throws the status alone for a response of another server", async () => {
    serve({ "GET /api/matches": { status: 502, body: "Bad gateway" } });
    const error = await failureOf(matches());
    expect(error).toMatchObject({ status: 502, code: "", fields: {}, text: '502: "Bad gateway"' });
    expect(messageOf(error, "Login failed")).toBe("Login failed");
  });

  it("throws a different error without any response", async () => {
    serve({ "GET /api/matches": "unreachable" });
    expect(await failureOf(matches())).toBeInstanceOf(Unreachable);
  });

  const broken = () => new ReadableStream({ start: (body) => body.error(new TypeError("network error")) });

  it.each([
    ["breaks off in the middle", () => new Response(broken())],
    ["breaks off in the middle of an error", () => new Response(broken(), { status: 503 })],
    ["is the page of a portal", () => new Response("<html>Welcome to our network</html>")],
  ])("throws the same for a response that %s", async (_what, respond) => {
    vi.stubGlobal("fetch", async () => respond());
    expect(await failureOf(matches())).toBeInstanceOf(Unreachable);
  });

  it("rejects with an AbortError if its page is left while the body arrives", async () => {
    serve({ "GET /api/matches": "cut off" });
    expect(await failureOf(matches())).toMatchObject({ name: "AbortError" });
  });

  it("times out after a minute if the body is missing or incomplete", async () => {
    vi.useFakeTimers();
    for (const stalled of [() => new Promise<Response>(() => {}), () => Promise.resolve(new Response(new ReadableStream()))]) {
      let signal: AbortSignal | undefined;
      vi.stubGlobal("fetch", (request: Request) => ((signal = request.signal), stalled()));
      const failure = failureOf(matches());
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await failure).toBeInstanceOf(Unreachable);
      expect(signal?.aborted).toBe(true);
    }
  });

  it("is aborted by its caller's signal", async () => {
    vi.stubGlobal("fetch", () => new Promise<Response>(() => {}));
    const caller = new AbortController();
    const failure = failureOf(unwrap(client.GET("/api/matches", { signal: caller.signal })));
    caller.abort();
    expect(await failure).toMatchObject({ name: "AbortError" });
  });
});

afterEach(() => void vi.useRealTimers());

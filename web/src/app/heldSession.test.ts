import { beforeEach, expect, it } from "vitest";
import { createQueryClient } from "./queryClient.ts";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";
import { client, unwrap } from "#/api/client.ts";
import { holdSession } from "#/session/end.ts";
import { enterAs, sessionQuery } from "#/session/user.ts";

const MAYA = someUser();

beforeEach(() => localStorage.clear());

/** The session of a screen that holds it: a reconnect and any other call find that it has ended. */
function endedSession() {
  const cache = createQueryClient();
  enterAs(cache, MAYA);
  const signedOut = { status: 401, body: { code: "not_signed_in" } };
  serve({ "GET /api/auth/me": signedOut, "GET /api/matches": signedOut });
  const session = () => cache.getQueryData(sessionQuery.queryKey);
  const ended = () => cache.getQueryData(["session", "ended"]);
  const reconnect = () => cache.fetchQuery({ ...sessionQuery, staleTime: 0 });
  const call = () => cache.fetchQuery({ queryKey: ["matches"], queryFn: () => unwrap(client.GET("/api/matches")) }).catch(() => undefined);
  return { cache, session, ended, reconnect, call };
}

it("a held session that ends closes after the screen, and reports that it has ended", async () => {
  const { cache, session, ended, reconnect, call } = endedSession();
  const release = holdSession(cache);
  await reconnect();
  expect([session(), ended()]).toEqual([MAYA, expect.any(String)]);
  await call();
  expect(session()).toEqual(MAYA);
  localStorage.clear();
  await reconnect();
  expect(session(), "signed out in another tab").toEqual(MAYA);
  release();
  expect(session()).toBeNull();
});

it("a user who has signed in again stays signed in after the screen", async () => {
  const { cache, session, reconnect } = endedSession();
  const release = holdSession(cache);
  await reconnect();
  cache.setQueryData(["session", "ended"], false);
  release();
  expect(session()).toEqual(MAYA);
});

it("without such a screen the session ends at once", async () => {
  const { session, reconnect } = endedSession();
  await reconnect();
  expect(session()).toBeNull();
});

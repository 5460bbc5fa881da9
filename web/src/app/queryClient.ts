import type { QueryClient } from "@tanstack/react-query";
import { createCache } from "#/api/cache.ts";
import { endSession, stopForOther } from "#/session/end.ts";
import { copySession } from "#/session/user.ts";

/** The cache of the candidates' side. */
export function createQueryClient(): QueryClient {
  return createCache((cache, { code, body }) => (code === "signed_in_as_other" ? stopForOther(cache) : endSession(cache, body)));
}

/** The cache of the next person: it has only the session of the former one. */
export function renewQueryClient(before: QueryClient): QueryClient {
  const cache = createQueryClient();
  copySession(before, cache);
  return cache;
}

import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#/api/errors.ts";
import { endSession } from "#/session/end.ts";

/**
 * The cache of all server data. Data never becomes stale automatically: mutations name what they invalidate. Requests
 * are sent even when the browser reports that it is offline, so that a screen can report the failure at once.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) endSession(cache);
  };
  const cache = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return cache;
}

import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#/api/errors.ts";
import { endSession } from "#/session/end.ts";

/**
 * The cache of everything the server has said. Nothing in it grows old by itself: whatever changes
 * something names what it refreshes. Requests are made even when the browser believes it is offline,
 * so that a screen can say at once that it did not work.
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

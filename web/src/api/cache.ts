import { MutationCache, onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { isOnline } from "#/platform/network.ts";
import { ApiError } from "./errors.ts";

/** Codes of a 401 that say who is signed in. Others refuse a password or a code. A proxy's response has none. */
const SESSION_CODES: readonly string[] = ["not_signed_in", "staff_not_signed_in", "second_factor_required", "signed_in_as_other", ""];

/**
 * A cache of server data. Data never becomes stale automatically: mutations name what they invalidate. Requests are
 * sent even when the browser reports that it is offline, so that a screen can report the failure at once.
 *
 * `onLost` is called for every response which says that the person on the screen is not, or not fully, signed in.
 */
export function createCache(onLost: (cache: QueryClient, error: ApiError) => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401 && SESSION_CODES.includes(error.code)) onLost(cache, error);
  };
  // It takes a new page for online, and would load nothing again once a page that was opened without a network gets one.
  onlineManager.setOnline(isOnline());
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

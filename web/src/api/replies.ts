import type { DataTag, QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Shows what the server replied to a change. A request for the same that is on its way was sent before the change, so
 * its reply is dropped: it would bring the old state back.
 */
export function showReply<Data, Key extends QueryKey>(cache: QueryClient, queryKey: DataTag<Key, Data>, reply: Data | ((known: Data | undefined) => Data | undefined)): void {
  void cache.cancelQueries({ queryKey, exact: true });
  cache.setQueryData<Data>(queryKey as QueryKey, reply as never);
}

/** As `showReply`, for what has a version: the reply to an earlier change may come after that to a later one. */
export function showVersion<Data extends { version: number }, Key extends QueryKey>(cache: QueryClient, queryKey: DataTag<Key, Data>, reply: Data): void {
  showReply(cache, queryKey, (known) => (known && known.version > reply.version ? known : reply));
}

import type { InferDataFromTag, QueryClient, QueryKey, Updater } from "@tanstack/react-query";

type Shown<Key extends QueryKey> = InferDataFromTag<unknown, Key> | undefined;

/**
 * Shows what the server replied to a change. A request for the same that is on its way was sent before the change, so
 * its reply is dropped: it would bring the old state back.
 */
export function showReply<Key extends QueryKey>(cache: QueryClient, queryKey: Key, reply: NoInfer<Updater<Shown<Key>, Shown<Key>>>): void {
  void cache.cancelQueries({ queryKey, exact: true });
  cache.setQueryData<unknown, Key, Shown<Key>>(queryKey, reply);
}

/** As `showReply`, for what has a version: the reply to an earlier change may come after that to a later one. */
export function showVersion<Key extends QueryKey>(
  cache: QueryClient,
  queryKey: Key,
  reply: NoInfer<InferDataFromTag<unknown, Key> & { version: number }>,
): void {
  showReply(cache, queryKey, (known: Shown<Key>) => (known && (known as typeof reply).version > reply.version ? known : reply));
}

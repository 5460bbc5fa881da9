import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { forgetPerson } from "#/platform/store.ts";

type BoundaryProps = {
  /** Creates the first cache. */
  begin: () => QueryClient;
  /** Creates the cache of the next person: it has only the session of the former one. */
  renew: (before: QueryClient) => QueryClient;
  /** Who is signed in: an id, null for nobody, undefined while that is being loaded. */
  personOf: (cache: QueryClient) => string | null | undefined;
  children: ReactNode;
};

/**
 * Owns all that was loaded for one person: the query cache, the state of all screens, and the stores of
 * `platform/store.ts`. When another person signs in, or the session ends, all of it is replaced at once.
 */
export function PersonBoundary({ begin, renew, personOf, children }: BoundaryProps) {
  const [{ cache, number }, setOwned] = useState(() => ({ cache: begin(), number: 0 }));
  const owner = useRef<string | null>(null);
  useEffect(() => {
    // The cache tells its listeners at once, and the screens later: none of them renders one person's data for another.
    const check = () => {
      const person = personOf(cache);
      if (person === undefined || person === owner.current) return;
      const before = owner.current;
      owner.current = person;
      if (before === null) return;
      forgetPerson();
      const next = renew(cache);
      setOwned((owned) => ({ cache: next, number: owned.number + 1 }));
    };
    check();
    return cache.getQueryCache().subscribe(check);
  }, [cache, personOf, renew]);
  return (
    <QueryClientProvider key={number} client={cache}>
      {children}
    </QueryClientProvider>
  );
}

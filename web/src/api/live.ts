/** How soon a page that is on the screen shows what others did. In milliseconds. */
export const LIVE_MS = 10_000;

/** Options of a query whose data others change: it is loaded again every ten seconds while the page is visible, and at once when it is seen again. */
export const live = { staleTime: LIVE_MS, refetchInterval: LIVE_MS, refetchOnWindowFocus: "always" } as const;

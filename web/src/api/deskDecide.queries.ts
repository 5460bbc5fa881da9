import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "./client.ts";
import { live } from "./live.ts";
import type { components } from "./schema.gen.d.ts";
import type { BulkMove, BulkOutcome, DraftMove, NewMove } from "./types.ts";

/** A pause after the last key before the preview is loaded again. In milliseconds. */
export const TYPING_PAUSE = 250;

/** What the member can do next with an application. Never cached: colleagues decide, too. */
export const decideOptionsQuery = (id: string) =>
  queryOptions({
    queryKey: ["desk", "options", id],
    queryFn: ({ signal }) => unwrap(client.GET("/api/desk/applications/{application_id}/options", { params: { path: { application_id: id } }, signal })),
    staleTime: 0,
    gcTime: 0,
  });

/** Exactly what the candidate would read. A newer text cancels the query of an older one. */
export const letterQuery = (id: string, move: DraftMove) =>
  queryOptions({
    queryKey: ["desk", "letter", id, move],
    queryFn: async ({ signal }) => {
      await pause(TYPING_PAUSE, signal);
      return unwrap(client.POST("/api/desk/applications/{application_id}/preview", { params: { path: { application_id: id } }, body: move, signal }));
    },
    gcTime: 0,
  });

/** `warning`: of the preview whose warning about words the member went on after. */
export type MoveRequest = { id: string; version: number; key: string; move: NewMove; warning?: string | null };

/** The header that tells the audit log which warning about words was shown before they are sent. */
export const warned = (warning: string | null | undefined) => (warning ? { "Wording-Warning": warning } : {});

/** Makes a move on the version that the member has seen. A resend with the same key has no further effect. */
export const makeMove = mutationOptions({
  mutationFn: ({ id, version, key, move, warning }: MoveRequest) =>
    unwrap(
      client.POST("/api/desk/applications/{application_id}/moves", {
        params: { path: { application_id: id }, header: { "If-Match": `"${version}"`, "Idempotency-Key": key, ...warned(warning) } },
        body: move,
      }),
    ),
  onSuccess: (_data, _body, _before, { client: cache }) => refreshDesk(cache),
});

/** Takes the member's own decision back before it is sent. */
export const undoMove = mutationOptions({
  mutationFn: (id: string) => unwrap(client.DELETE("/api/desk/applications/{application_id}/pending", { params: { path: { application_id: id } } })),
  onSettled: (_data, _error, _body, _before, { client: cache }) => refreshDesk(cache),
});

/** A move and the applications that it is made for; the key is its own. `replaces`: the reply to an earlier version of it was lost. */
export type BulkRequest = {
  key: string;
  move: BulkMove;
  applications: { id: string; version: number }[];
  warning?: string | null;
  replaces?: boolean;
};

/**
 * Makes moves for several applications, each with a result of its own. A resend with the same keys has no further effect. After a
 * request that failed, those that were made before can still be undone: they are returned, and the other applications have no result.
 * What an earlier version has stored, although its reply was lost, is taken back first.
 */
export const makeMoves = mutationOptions({
  mutationFn: async (requests: readonly BulkRequest[]) => {
    const replaced = requests.filter(({ replaces }) => replaces).flatMap(({ applications }) => applications.map(({ id }) => id));
    await takeBack(replaced);
    const results: BulkOutcome[] = [];
    for (const request of requests) {
      try {
        results.push(...(await requestMoves(request)));
      } catch (error) {
        if (results.length === 0) throw error;
        break;
      }
    }
    return results;
  },
  onSettled: (_data, _error, _body, _before, { client: cache }) => refreshDesk(cache),
});

async function requestMoves({ key, move, applications, warning }: BulkRequest): Promise<BulkOutcome[]> {
  const header = { "Idempotency-Key": key, ...warned(warning) };
  const reply = await unwrap(client.POST("/api/desk/applications/moves", { params: { header }, body: { move, applications } }));
  return reply.results;
}

/** Applications in one request. */
export const MAX_TOGETHER = 500;

/** Takes the member's own decisions back; returns the applications whose decision was not sent. */
export const undoMoves = mutationOptions({
  mutationFn: takeBack,
  onSettled: (_data, _error, _body, _before, { client: cache }) => refreshDesk(cache),
});

async function takeBack(ids: readonly string[]): Promise<string[]> {
  const undone: string[] = [];
  for (let at = 0; at < ids.length; at += MAX_TOGETHER) {
    const body = { ids: ids.slice(at, at + MAX_TOGETHER) };
    undone.push(...(await unwrap(client.POST("/api/desk/applications/moves/undo", { body }))).ids);
  }
  return undone;
}

/** Reloads all data of the desk except the session, because a move may have changed it. */
export function refreshDesk(cache: QueryClient): void {
  void cache.invalidateQueries({ predicate: ({ queryKey: [side, kind] }) => side === "desk" && kind !== "session" });
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** A decision that could not be sent after the time to undo. */
export type Unsent = components["schemas"]["UnsentReply"];

/** Decisions that were not sent, newest first, until somebody dismisses them. */
export const unsentQuery = queryOptions({
  queryKey: ["desk", "unsent"],
  queryFn: async ({ signal }) => (await unwrap(client.GET("/api/desk/unsent", { signal }))).unsent,
  ...live,
});

/** Dismisses a decision that was not sent. */
export const dismissUnsent = mutationOptions({
  mutationFn: (id: string) => unwrap(client.DELETE("/api/desk/unsent/{unsent_id}", { params: { path: { unsent_id: id } } })),
  onSettled: (_data, _error, _body, _before, { client: cache }) => cache.invalidateQueries({ queryKey: unsentQuery.queryKey }),
});

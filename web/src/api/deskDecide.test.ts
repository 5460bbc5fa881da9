import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { serve } from "#/testing/server.ts";
import { makeMoves } from "./deskDecide.queries.ts";

const MADE = { id: "a1", stage: "in_review", version: 2, dueAt: "2026-05-14T16:00:30Z", error: null };
const request = (id: string) => ({ key: id, move: { action: "close", reason: "filled" } as const, applications: [{ id, version: 2 }] });
const send = (...ids: string[]) => new MutationObserver(new QueryClient(), makeMoves).mutate(ids.map(request));

it("returns what was made before a request failed, so that it can be undone", async () => {
  const calls = serve({
    "POST /api/desk/applications/moves": (_body, headers) => (headers.get("Idempotency-Key") === "a1" ? { body: { results: [MADE] } } : "unreachable"),
  });
  await expect(send("a1", "b2", "c3")).resolves.toEqual([MADE]);
  expect(new Set(calls.map(({ body }) => JSON.stringify(body)))).toHaveLength(2);
  await expect(send("b2", "a1")).rejects.toThrow();
});

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { sessionQuery } from "#/session/user.ts";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";
import { takeEntry } from "../browser/consent.ts";
import { useStart } from "./useStart.ts";

it.each([
  ["opens the room at once after the press", false],
  ["does not count a press on a page that was left before the room opened", true],
])("%s", async (_what, isLeft) => {
  const maya = someUser();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  serve({
    [`GET /api/users/${maya.id}/interviews`]: { body: [] },
    "PATCH /api/auth/step": () => held.then(() => ({ body: { user: maya } })),
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(sessionQuery.queryKey, maya);
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const { result, unmount } = renderHook(() => useStart(), { wrapper });
  act(() => result.current.start({ version: "1", aiScoring: false }));
  await waitFor(() => expect(client.isMutating()).toBe(1));
  if (isLeft) unmount();
  release();
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect(takeEntry()).toBe(!isLeft);
});

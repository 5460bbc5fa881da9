import type { MutationOptions } from "@tanstack/react-query";
import { beforeEach, expect, it } from "vitest";
import { createInterview } from "#/api/interviews.queries.ts";
import { saveJobSearch } from "#/api/onboarding.queries.ts";
import { recordStep } from "#/session/steps.ts";
import { serve } from "#/testing/server.ts";
import { createQueryClient } from "./queryClient.ts";

beforeEach(() => localStorage.clear());

const SERVER = {
  "POST /api/job-searches": { status: 201, body: {} },
  "PATCH /api/auth/step": { body: { user: {} } },
  "POST /api/interviews": { status: 201, body: { interview: {} } },
};

it.each([
  ["a new search", "job-searches", saveJobSearch, { searchQuery: "Cook", userId: "1" }],
  ["new answers", "user-responses", recordStep, { step: 3, answers: { zip_code: "10001" } }],
  ["a new interview", "interviews", createInterview, { userId: "1", jobTitle: "Cook", scheduledAt: "2026-01-05T09:00:00Z" }],
])("%s invalidates %s", async (_what, kind, mutation, body) => {
  serve(SERVER);
  const cache = createQueryClient();
  for (const key of [kind, "other"]) cache.setQueryData([key, "1"], "known");
  const options = mutation as MutationOptions<unknown, Error, unknown>;
  await cache.getMutationCache().build(cache, options).execute(body);
  const isOld = (key: string) => cache.getQueryState([key, "1"])?.isInvalidated;
  expect([isOld(kind), isOld("other")]).toEqual([true, false]);
});

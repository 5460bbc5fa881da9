import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "#/testing/app.tsx";
import { someInterview } from "#/testing/interviews.ts";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

const MAYA = someUser({ currentStep: 5 });
const ME = { "GET /api/auth/me": { body: { user: MAYA } } };
const INTERVIEWS = `GET /api/users/${MAYA.id}/interviews`;
const thanks = () => screen.findByRole("heading", { name: "Thank you, Maya" });

beforeEach(() => localStorage.clear());

it.each(["completed", "in-progress"] as const)("thanks for an interview that is %s", async (status) => {
  serve({ ...ME, [INTERVIEWS]: { body: [someInterview({ status })] } });
  const { path } = openApp("/interview-complete", MAYA);
  await thanks();
  expect(path()).toBe("/interview-complete");
});

it("thanks the person when the server is unreachable", async () => {
  serve({ ...ME, [INTERVIEWS]: "unreachable" });
  const { path } = openApp("/interview-complete", MAYA);
  await thanks();
  expect(path()).toBe("/interview-complete");
});

it("does not thank for an interview that did not happen", async () => {
  serve({
    ...ME,
    [INTERVIEWS]: { body: [someInterview({ status: "scheduled" })] },
    "GET /api/matches": { status: 404, body: {} },
  });
  const { path } = openApp("/interview-complete", MAYA);
  await waitFor(() => expect(path()).toBe("/dashboard"));
});

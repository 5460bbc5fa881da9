import "fake-indexeddb/auto";
import { screen, waitFor } from "@testing-library/react";
import { BroadcastChannel } from "node:worker_threads";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readItem } from "#/platform/storage.ts";
import { openApp } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";
import { deleteUploads, uploadsOf } from "./browser/uploadQueue.ts";
import { answer, chunk, INTERVIEW } from "./testing/uploads.ts";

const MAYA = someUser();
const TITLE = "Some answers aren't sent yet";

beforeEach(() => {
  localStorage.clear();
  // The simulated browser has none.
  vi.stubGlobal("BroadcastChannel", BroadcastChannel);
});
afterEach(() => deleteUploads(MAYA.id));

/** Opens a page of a person whose answer cannot be sent, and taps Logout. */
async function signOutUnsent() {
  const calls = serve({
    "GET /api/auth/me": { body: { user: MAYA } },
    "POST /api/auth/logout": {},
    [`POST /api/interviews/${INTERVIEW}/responses`]: "unreachable",
  });
  await uploadsOf(MAYA.id).keepChunk(chunk(0));
  await uploadsOf(MAYA.id).keepAnswer(INTERVIEW, answer());
  const app = openApp("/get-started", MAYA);
  await app.person.click(await screen.findByRole("button", { name: "Logout" }));
  await screen.findByRole("dialog", { name: TITLE });
  return { calls, ...app };
}

test("a person with unsent answers can stay signed in, and keeps them", async () => {
  const { person } = await signOutUnsent();
  await person.click(screen.getByRole("button", { name: "Stay Signed In" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await uploadsOf(MAYA.id).hasUnsent()).toBe(true);
  screen.getByRole("button", { name: "Logout" });
});

test("a person who signs out anyway leaves no answers in the browser", async () => {
  const { person, path } = await signOutUnsent();
  await person.click(screen.getByRole("button", { name: "Delete and Sign Out" }));
  await waitFor(() => expect(path()).toBe("/"));
  expect(readItem("authToken")).toBeNull();
  expect(await uploadsOf(MAYA.id).hasUnsent()).toBe(false);
  expect((await uploadsOf(MAYA.id).leftovers(INTERVIEW)).lastTake).toBe(0);
});

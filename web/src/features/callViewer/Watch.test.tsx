import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openApp } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";

const leaveTo = vi.hoisted(() => vi.fn<(address: string) => void>());
vi.mock("#/platform/page.ts", async (original) => ({ ...(await original<object>()), leaveTo }));

const LIVE = {
  watcher: "Dana",
  candidateName: "Maya Torres",
  jobTitle: "Line Cook",
  companyName: "Blue Door",
  status: "in-progress",
  canJoin: true,
  declined: false,
  recordingUrl: null,
};

it("opens the video provider's page, as the role that the link names", async () => {
  serve({
    "GET /api/watch/signed": { body: LIVE },
    "POST /api/watch/signed/join?role=observer": { body: { url: "https://house.daily.co/room?t=secret" } },
  });
  const { person } = openApp("/watch?key=signed&role=observer");
  await person.click(await screen.findByRole("button", { name: "Join" }));
  await vi.waitFor(() => expect(leaveTo.mock.calls[0]?.[0]).toBe("https://house.daily.co/room?t=secret"));
});

it.each([
  [{ declined: true }, "Maya Torres prefers not to be watched."],
  [{ status: "scheduled" }, /hasn't started yet/],
  [{}, "This interview can't be watched right now."],
  [{ status: "completed" }, "This interview is over."],
])("says why nobody can join: %o", async (state, words) => {
  serve({ "GET /api/watch/signed": { body: { ...LIVE, canJoin: false, ...state } } });
  openApp("/watch?key=signed");
  await screen.findByText(words);
  expect(screen.queryByRole("button", { name: "Join" })).toBeNull();
});

import { expect, it, onTestFinished, vi } from "vitest";
import { ApiError } from "#/api/errors.ts";
import { HEARTBEAT_MS, ViewRecorder } from "./ViewRecorder.ts";

it.each([
  ["a withdrawal", 404, 1],
  ["the end of the member's session", 401, 1],
  ["a server that is busy", 503, 0],
])("after %s, it tells the page or goes on", async (_what, status, told) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const startView = vi.fn(() => Promise.reject(new ApiError(status, "", "", "", {}, 0)));
  const access = { startView, continueView: vi.fn(), rate: vi.fn() };
  const onGone = vi.fn();
  const recorder = new ViewRecorder({ access, answer: 1, kind: "words", onCounts: vi.fn(), onGone });
  recorder.start();
  await vi.advanceTimersByTimeAsync(3 * HEARTBEAT_MS);
  expect(onGone).toHaveBeenCalledTimes(told);
  expect(startView).toHaveBeenCalledTimes(told ? 1 : 4);
  recorder.stop();
});

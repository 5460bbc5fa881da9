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

it.each([404, 401])("sends nothing more of a view that ended with %s", async (status) => {
  const { recorder, continueView } = watch(() => Promise.resolve({ id: "view", counts: false }));
  await vi.advanceTimersByTimeAsync(0);
  continueView.mockRejectedValueOnce(new ApiError(status, "", "", "", {}, 0));
  recorder.add({ begin: 0, end: 2 });
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
  recorder.start();
  recorder.flush();
  recorder.stop();
  await vi.advanceTimersByTimeAsync(3 * HEARTBEAT_MS);
  expect(continueView).toHaveBeenCalledTimes(1);
});

function watch(startView: () => Promise<{ id: string; counts: boolean }>) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const continueView = vi.fn(() => Promise.resolve({ counts: true }));
  const onCounts = vi.fn();
  const recorder = new ViewRecorder({ access: { startView, continueView, rate: vi.fn() }, answer: 1, kind: "video", onCounts, onGone: vi.fn() });
  recorder.start();
  return { recorder, continueView, onCounts };
}

it("sends the last seconds at once when the page is hidden, also while a heartbeat is on its way", async () => {
  const { recorder, continueView, onCounts } = watch(() => Promise.resolve({ id: "view", counts: false }));
  await vi.advanceTimersByTimeAsync(0);
  let answer = () => {};
  continueView.mockImplementationOnce(() => new Promise((resolve) => (answer = () => resolve({ counts: false }))));
  recorder.add({ begin: 0, end: 2 });
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
  recorder.add({ begin: 2, end: 2.75 });
  recorder.flush();
  expect(continueView.mock.calls).toEqual([
    ["view", 2, false],
    ["view", 2.75, true],
  ]);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(onCounts).toHaveBeenCalledOnce();
});

it("sends what was played also if it was stopped while the view began", async () => {
  let begin = () => {};
  const { recorder, continueView } = watch(() => new Promise((resolve) => (begin = () => resolve({ id: "view", counts: false }))));
  recorder.add({ begin: 0, end: 1.5 });
  recorder.stop();
  begin();
  await vi.advanceTimersByTimeAsync(3 * HEARTBEAT_MS);
  expect(continueView.mock.calls).toEqual([["view", 1.5, true]]);
});

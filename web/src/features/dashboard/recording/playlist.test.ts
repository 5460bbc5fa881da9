import { expect, it } from "vitest";
import { someInterview } from "#/testing/interviews.ts";
import { isPlayable, playsAfter, saidIn } from "./playlist.ts";
import { formatSpeed, SPEEDS } from "./Player.tsx";

const ALL = saidIn(someInterview());
const READY = { state: "ready", url: "/2", captionsUrl: "/2.vtt" };
const BOTH = saidIn({
  ...someInterview(),
  takes: someInterview().takes.map((take) => (take.number === 2 ? { ...take, ...READY } : take)),
});

it("lists every answer in order, with its recording", () => {
  expect(ALL.map(({ order, typed, take }) => [order, typed, take?.state])).toEqual([
    [1, false, "ready"],
    [2, false, "waiting"],
    [3, true, undefined],
  ]);
});

it("plays available recordings, and skips to the next available one", () => {
  expect(ALL.filter(isPlayable).map(({ order }) => order)).toEqual([1]);
  expect(playsAfter(ALL, 0)?.order).toBe(1);
  expect(playsAfter(ALL, 1)).toBeUndefined();
  expect(playsAfter(BOTH, 1)?.order).toBe(2);
});

it("offers five speeds, one of which is real time", () => {
  expect(SPEEDS.map(formatSpeed)).toEqual(["0.75×", "1×", "1.25×", "1.5×", "2×"]);
});

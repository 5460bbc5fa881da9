import { expect, it } from "vitest";
import { someUser } from "#/testing/user.ts";
import { stagesOf } from "./GetStarted.tsx";

const states = (over: Parameters<typeof someUser>[0]) => stagesOf(someUser(over)).map(({ state }) => state);

it.each([
  [1, ["done", "now", "later", "later"]],
  [2, ["done", "done", "now", "later"]],
  [3, ["done", "done", "done", "now"]],
  [4, ["done", "done", "done", "now"]],
  [5, ["done", "done", "done", "now"]],
])("at step %i", (currentStep, expected) => {
  expect(states({ currentStep })).toEqual(expected);
});

it("marks everything as done once the flow is completed", () => {
  expect(states({ currentStep: 2, flowCompleted: true })).toEqual(["done", "done", "done", "done"]);
});

it("allows changes only to completed stages", () => {
  expect(stagesOf(someUser({ currentStep: 2 })).map(({ changeAt }) => changeAt)).toEqual([null, "/job-search", null, null]);
});

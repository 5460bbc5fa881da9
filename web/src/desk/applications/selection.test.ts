import { expect, test } from "vitest";
import type { Listed } from "#/api/deskList.queries.ts";
import { NOBODY } from "./address.ts";
import { isSelected, MAX_SELECTED, rangeOf, splitFor, whyLeftOut, withIds } from "./selection.ts";

const row = (id: string, changes: Partial<Listed> = {}): Listed =>
  ({ id, name: id, stage: "in_review", viewers: ["Maria"], viewed: true, pending: null, ...changes }) as Listed;

test.each([
  ["ask", { stage: "in_review" }, null],
  ["ask", { stage: "submitted", viewers: [], viewed: false }, "unseen"],
  ["ask", { stage: "invited" }, "stage"],
  ["ask", { viewed: false }, null],
  ["invite", { viewed: false }, "unseenByMe"],
  ["invite", { stage: "question_asked" }, null],
  ["invite", { stage: "met" }, "stage"],
  ["close", { stage: "offered" }, null],
  ["close", { stage: "hired" }, "stage"],
  ["close", { pending: "invite" }, "pending"],
] as const)("%s of %j is left out because of %s", (action, changes, why) => {
  expect(whyLeftOut(row("ana", changes as Partial<Listed>), action)).toBe(why);
});

test("a selection is split into who is included and who is left out, by reason", () => {
  const rows = [row("ana"), row("ben", { stage: "submitted" }), row("eva", { stage: "hired" }), row("joe", { stage: "submitted" })];
  const { included, leftOut } = splitFor(rows, "ask");
  expect(included.map(({ id }) => id)).toEqual(["ana"]);
  expect(leftOut.map(([why, found]) => [why, found.map(({ id }) => id)])).toEqual([
    ["unseen", ["ben", "joe"]],
    ["stage", ["eva"]],
  ]);
});

test("a selection grows up to what an address takes, and shrinks", () => {
  const ids = Array.from({ length: MAX_SELECTED + 5 }, (_, number) => `${number}`);
  const many = withIds(NOBODY, ids, true);
  expect(many.ids).toHaveLength(MAX_SELECTED);
  expect(withIds(many, ids.slice(0, 2), false).ids).toHaveLength(MAX_SELECTED - 2);
  expect(withIds(many, ids.slice(0, 1), true).ids).toHaveLength(MAX_SELECTED);
});

test("all that match are one word, and exceptions come and go", () => {
  const all = { all: true, ids: [] };
  const but = withIds(all, ["ana", "ben"], false);
  expect(but).toEqual({ all: true, ids: ["ana", "ben"] });
  expect([isSelected(but, "ana"), isSelected(but, "eva")]).toEqual([false, true]);
  expect(withIds(but, ["ana"], true)).toEqual({ all: true, ids: ["ben"] });
});

test("a range reaches in both directions, and without a beginning is one row", () => {
  const rows = ["1", "2", "3", "4"].map((id) => row(id));
  const ids = (from: string | null, to: string) => rangeOf(rows, from, to).map(({ id }) => id);
  expect(ids("2", "4")).toEqual(["2", "3", "4"]);
  expect(ids("3", "1")).toEqual(["1", "2", "3"]);
  expect(ids(null, "2")).toEqual(["2"]);
  expect(ids("gone", "2")).toEqual(["2"]);
});

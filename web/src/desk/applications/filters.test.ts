import { expect, test } from "vitest";
import { areSame, filtersOfText, filtersText, readFilters, writeFilters } from "./filters.ts";

test("filters survive their address, and what is unknown or the default is left out", () => {
  const filters = { view: "late", stage: "in_review", job: "01a2", search: "de la", sort: "newest" } as const;
  expect(readFilters(writeFilters(filters))).toEqual(filters);
  expect(filtersOfText(filtersText(filters))).toEqual(filters);
  expect(writeFilters({ view: "needs_reply", sort: "reply_by", search: "" })).toEqual({});
  expect(readFilters(Object.fromEntries(new URLSearchParams("view=best&stage=x&score=80&sort=score")))).toEqual({ view: "needs_reply" });
});

test("two sets of filters are the same in any order", () => {
  expect(areSame({ view: "late", job: "1" }, { job: "1", view: "late", search: "", sort: "reply_by" })).toBe(true);
  expect(areSame({ view: "late" }, { view: "ended" })).toBe(false);
});

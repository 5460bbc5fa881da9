import { expect, test } from "vitest";
import type { AppPath, PageQuery } from "#/platform/paths.ts";
import { addressOf, listPath, type ListAddress, NOBODY, personPath, readAddress } from "./address.ts";
import { filtersOfText } from "./filters.ts";

const FILTERS = { view: "late", stage: "in_review", search: "de la" } as const;

function queryOf<Path extends "/desk/applications" | "/desk/applications/:id">(path: AppPath): PageQuery<Path> {
  return Object.fromEntries(new URLSearchParams(path.split("?")[1])) as PageQuery<Path>;
}

test.each([
  { filters: { view: "needs_reply" }, start: null, row: null, selection: NOBODY },
  { filters: FILTERS, start: { after: "due~2026-03-01T00:00:00+00:00~01a2" }, row: "01a2", selection: { all: false, ids: ["01a2", "01a3"] } },
  { filters: FILTERS, start: { on: "all~01a2" }, row: null, selection: { all: true, ids: [] } },
  { filters: FILTERS, start: { before: "end~01a2" }, row: null, selection: { all: true, ids: ["01a4"] } },
] satisfies ListAddress[])("filters, page, row and selection live in the address: %j", (address) => {
  expect(readAddress(queryOf(addressOf(address)))).toEqual(address);
});

test("a person's page knows its list, and the list its person", () => {
  const { from = "", key } = queryOf<"/desk/applications/:id">(personPath("01a2", FILTERS, "due~2026~01a2"));
  expect(filtersOfText(from)).toEqual(FILTERS);
  expect(key).toBe("due~2026~01a2");
  const back = readAddress(queryOf(listPath(FILTERS, "due~2026~01a2", "01a2")));
  expect(back).toMatchObject({ filters: FILTERS, start: { on: "due~2026~01a2" }, row: "01a2" });
});

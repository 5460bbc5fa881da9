import { expect, test } from "vitest";
import { batches, spread, timesFor } from "./BulkSheet.tsx";

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 5, 15, minutes)).toISOString();

test.each([1, 8, 9, 20, 150])("%i people get as many times as they are, in groups that an invitation holds", (count) => {
  const people = Array.from({ length: count }, (_, number) => `p${number}`);
  const times = people.map((_, number) => at(number * 30));
  const groups = spread(people, times);
  expect(groups.flatMap((group) => group.people).sort()).toEqual([...people].sort());
  expect(groups.flatMap((group) => group.times).sort()).toEqual([...times].sort());
  for (const group of groups) expect([group.times.length, group.people.length <= 8]).toEqual([group.people.length, true]);
});

test("fewer times than people go to everybody", () => {
  expect(spread(["ana", "ben", "eva"], [at(0)])).toEqual([{ people: ["ana", "ben", "eva"], times: [at(0)] }]);
});

test("more people than one request holds go in several, with the same times", () => {
  const people = Array.from({ length: 1000 }, (_, number) => `p${number}`);
  const requests = spread(people, [at(0)]).flatMap(batches);
  expect(requests.map((one) => [one.people.length, one.times])).toEqual([
    [500, [at(0)]],
    [500, [at(0)]],
  ]);
  expect(requests.flatMap((one) => one.people)).toEqual(people);
});

test("times are added to those chosen: ones that are free, also in the member's own calendar, and do not overlap", () => {
  const times = [0, 10, 30, 60, 90, 120].map((minutes) => ({
    startsAt: at(minutes),
    busy: minutes === 60,
    elsewhere: minutes === 120,
    fits: true,
    usual: minutes > 20,
    asked: false,
    refused: false,
  }));
  const options = { days: [{ day: "2026-03-05", times }], minutes: 20 };
  expect(timesFor(2, options, [at(30)])).toEqual([at(30), at(90)]);
  expect(timesFor(4, options, [at(30)])).toEqual([at(0), at(30), at(90)]);
});

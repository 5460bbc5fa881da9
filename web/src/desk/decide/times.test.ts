import { expect, test } from "vitest";
import { firstTimes, orderTimes, SHOWN } from "./forms.tsx";

const time = (startsAt: string, more: object = {}) => ({
  startsAt,
  busy: false,
  elsewhere: false,
  fits: false,
  usual: false,
  asked: false,
  refused: false,
  ...more,
});
const hours = (day: string, more: (hour: number) => object = () => ({})) => ({
  day,
  times: Array.from({ length: 10 }, (_, at) => time(`${day}T${String(at + 8).padStart(2, "0")}`, more(at + 8))),
});

test("usual hours at which the candidate can work come first, then the candidate's hours before the member's; busy times last", () => {
  const day = {
    day: "1",
    times: [
      time("1T06"),
      time("1T07", { usual: true, busy: true }),
      time("1T08", { fits: true }),
      time("1T09", { usual: true }),
      time("1T10", { usual: true, fits: true }),
    ],
  };
  expect(orderTimes([day]).map(({ startsAt }) => startsAt)).toEqual(["1T10", "1T08", "1T09", "1T06", "1T07"]);
});

test("times at which the member's own calendar has something come after all others that can be offered", () => {
  const day = { day: "1", times: [time("1T09", { usual: true, elsewhere: true, asked: true }), time("1T10", { refused: true }), time("1T11", { busy: true })] };
  expect(orderTimes([day]).map(({ startsAt }) => startsAt)).toEqual(["1T10", "1T09", "1T11"]);
});

test("times that the candidate asked for come first, whatever is usual; times that they refused come after all others", () => {
  const day = {
    day: "1",
    times: [
      time("1T09", { usual: true, refused: true }),
      time("1T10", { usual: true }),
      time("1T11", { busy: true }),
      time("1T14", { asked: true }),
      time("1T15", { asked: true, usual: true }),
      time("1T16", { asked: true, refused: true }),
    ],
  };
  expect(orderTimes([day]).map(({ startsAt }) => startsAt)).toEqual(["1T15", "1T14", "1T10", "1T09", "1T16", "1T11"]);
});

test("shows twelve times first, spread over the days, and more without taking one away", () => {
  const days = ["1", "2", "3", "4"].map((day) => hours(day, (hour) => ({ usual: hour >= 14 })));
  const first = firstTimes(days, [], SHOWN);
  expect(first.days.map(({ times }) => times.map(({ startsAt }) => startsAt.slice(1)))).toEqual(Array(3).fill(["T14", "T15", "T16", "T17"]));
  const chosen = ["1T14", "2T15"];
  let seen: string[] = [];
  for (let most = SHOWN, left = 1; left > 0; most += SHOWN) {
    const { days: found, more } = firstTimes(days, chosen, most);
    const shown = found.flatMap(({ times }) => times.map(({ startsAt }) => startsAt));
    expect(shown).toEqual(expect.arrayContaining([...chosen, ...seen]));
    expect(shown.length).toBe(Math.min(most, 40));
    expect(more).toBe(40 - shown.length);
    [seen, left] = [shown, more];
  }
});

test("an evening that is left of today comes after the usual hours of the next days, unless the candidate can work only then", () => {
  const today = { day: "0", times: [time("0T19"), time("0T20", { fits: true })] };
  const next = { day: "1", times: [time("1T09", { usual: true }), time("1T20", { fits: true, usual: true })] };
  expect(orderTimes([today, next]).map(({ startsAt }) => startsAt)).toEqual(["1T20", "0T20", "1T09", "0T19"]);
});

test("an evening at short notice comes after the next days, unless it is a usual hour", () => {
  const soon = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const later = new Date(Date.now() + 27 * 3_600_000).toISOString();
  const next = { day: "1", times: [{ ...time("1T09", { fits: true }), startsAt: later }, time("1T10", { usual: true })] };
  const orderWith = (more: object) =>
    orderTimes([{ day: "0", times: [{ ...time("0T21", { fits: true, ...more }), startsAt: soon }] }, next]).map(({ startsAt }) => startsAt);
  expect(orderWith({})).toEqual([later, "1T10", soon]);
  expect(orderWith({ usual: true })).toEqual([soon, later, "1T10"]);
});

test("a time that was refused on one day comes after the unusual times of the next day", () => {
  const days = [
    { day: "1", times: [time("1T09", { usual: true, refused: true })] },
    { day: "2", times: [time("2T20")] },
  ];
  expect(orderTimes(days).map(({ startsAt }) => startsAt)).toEqual(["2T20", "1T09"]);
});

test("shows more times of one day at once, with the times chosen on other days", () => {
  const days = ["1", "2", "3"].map((day) => hours(day, (hour) => ({ usual: hour >= 16 })));
  const { days: shown, more } = firstTimes(days, ["1T16"], SHOWN, "3");
  expect(shown.map(({ day, times }) => [day, times.length])).toEqual([
    ["1", 1],
    ["3", 10],
  ]);
  expect(more).toBe(0);
});

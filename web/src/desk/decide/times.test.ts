import { expect, test } from "vitest";
import { orderTimes, pageOfTimes, SHOWN } from "./times.ts";

const time = (startsAt: string, more: object = {}) => ({ startsAt, busy: false, fits: false, usual: false, ...more });
const hours = (day: string, more: (hour: number) => object = () => ({})) => ({
  day,
  times: Array.from({ length: 10 }, (_, at) => time(`${day}T${String(at + 8).padStart(2, "0")}`, more(at + 8))),
});

test("usual hours at which the candidate can work come first, busy times last", () => {
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
  expect(orderTimes([day]).map(({ startsAt }) => startsAt)).toEqual(["1T10", "1T09", "1T08", "1T06", "1T07"]);
});

test("shows at most twelve times, spread over the days, and the chosen ones with every page", () => {
  const days = ["1", "2", "3", "4"].map((day) => hours(day, (hour) => ({ usual: hour >= 14 })));
  const first = pageOfTimes(days, [], 0);
  expect(first.days.map(({ times }) => times.map(({ startsAt }) => startsAt.slice(1)))).toEqual(Array(3).fill(["T14", "T15", "T16", "T17"]));
  const chosen = ["1T14", "2T15"];
  const seen = new Set<string>();
  for (let at: number | null = 0; at !== null;) {
    const page = pageOfTimes(days, chosen, at);
    const shown = page.days.flatMap(({ times }) => times.map(({ startsAt }) => startsAt));
    expect(shown.length).toBeLessThanOrEqual(SHOWN);
    expect(shown).toEqual(expect.arrayContaining(chosen));
    shown.forEach((one) => seen.add(one));
    at = page.next;
  }
  expect(seen.size).toBe(40);
});

test("an evening that is left of today comes after the usual hours of the next days", () => {
  const today = { day: "0", times: [time("0T19"), time("0T20", { fits: true })] };
  const [first, ...rest] = orderTimes([today, { day: "1", times: [time("1T09", { usual: true })] }]);
  expect([first?.startsAt, ...rest.map(({ startsAt }) => startsAt)]).toEqual(["1T09", "0T20", "0T19"]);
});

test("shows more times of one day at once, with the times chosen on other days", () => {
  const days = ["1", "2", "3"].map((day) => hours(day, (hour) => ({ usual: hour >= 16 })));
  const { days: shown, next } = pageOfTimes(days, ["1T16"], 0, "3");
  expect(shown.map(({ day, times }) => [day, times.length])).toEqual([
    ["1", 1],
    ["3", 10],
  ]);
  expect(next).toBeNull();
});

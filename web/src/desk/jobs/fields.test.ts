import { describe, expect, test } from "vitest";
import type { JobTemplate } from "#/api/deskJobs.queries.ts";
import { beginForm, bodyOf, changedFields, fillIn, findProblems, hourlyPay, type JobForm, readAmount } from "./fields.ts";

const COOK: JobTemplate = {
  occupation: "line-cook",
  category: "restaurants-bars",
  art: "pan",
  title: "Line Cook",
  description: "Cook.",
  employmentType: "full-time",
  shifts: ["weekends"],
};
const SERVER: JobTemplate = { ...COOK, occupation: "server", title: "Server", description: "Serve.", employmentType: null, shifts: ["weekday-evenings"] };

const form = (changes: Partial<JobForm> = {}): JobForm => ({ ...fillIn(beginForm([]), COOK, undefined), locationId: "here", payLow: "19", ...changes });

describe("the form of a job", () => {
  test("a template fills in what was not typed, and another one keeps what was", () => {
    const typed = { ...form(), description: "Cook on the grill." };
    const other = fillIn(typed, SERVER, COOK);
    expect([other.title, other.description, other.shifts, other.employmentType]).toEqual(["Server", "Cook on the grill.", ["weekday-evenings"], ""]);
    expect(other.payLow).toBe("19");
  });

  test.each([
    ["19", 19],
    ["$19.50", 19.5],
    [" 52,000 ", 52_000],
    ["", null],
    ["abc", null],
    ["1.234", null],
    ["-3", null],
  ])("reads %j as an amount", (typed, amount) => {
    expect(readAmount(typed)).toBe(amount);
  });

  test("pay is shown per hour, as the server counts it", () => {
    expect(hourlyPay(form({ payLow: "52000", payUnit: "year" }))).toEqual({ low: 25, high: null });
    expect(hourlyPay(form({ payLow: "800", payHigh: "1,000", payUnit: "week" }))).toEqual({ low: 20, high: 25 });
  });

  test.each<[Partial<JobForm>, object]>([
    [{}, {}],
    [{ title: " " }, { title: "title" }],
    [{ payLow: "" }, { payLow: "payLow" }],
    [{ payLow: "19", payUnit: "year" }, { payLow: "payRange" }],
    [{ payHigh: "18" }, { payHigh: "payHigh" }],
    [{ payHigh: "x" }, { payHigh: "payLow" }],
    [{ payHigh: "201" }, { payHigh: "payRange" }],
    [{ locationId: "" }, { locationId: "location" }],
    [{ description: "\n" }, { description: "description" }],
  ])("%j has the problems %j", (changes, problems) => {
    expect(findProblems(form(changes))).toEqual(problems);
  });

  test("what was left empty is not stated", () => {
    expect(bodyOf(form())).toMatchObject({ payLow: 19, payHigh: null, benefits: null, experienceYears: null, start: null, replyDays: null });
  });

  test("a colleague's change is named field by field", () => {
    expect(changedFields(form(), form({ payHigh: "24", shifts: ["weekends", "holidays"], occupation: "grill-cook" }))).toEqual(["payHigh", "shifts"]);
  });
});

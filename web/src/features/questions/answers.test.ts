import { describe, expect, it } from "vitest";
import {
  type AnswerAction,
  type Answers,
  answersReducer,
  type Complete,
  fromResponses,
  isComplete,
  toResponses,
  toStep,
  UNANSWERED,
  unanswered,
} from "./answers.ts";

const COMPLETE: Complete = {
  employmentType: "part-time",
  experience: "2-5",
  availability: ["weekday-evenings", "weekends"],
  hourlyRate: 22,
  startDate: "within-1-week",
  zipCode: "10001",
};

const after = (answers: Answers, ...actions: AnswerAction[]) => actions.reduce(answersReducer, answers);

describe("the quick questions", () => {
  it("start empty except for the pay", () => {
    expect(unanswered(UNANSWERED)).toEqual(["employmentType", "experience", "availability", "startDate", "zipCode"]);
    expect(UNANSWERED.hourlyRate).toBe(20);
  });

  it("are complete once every question has an answer", () => {
    const answers = after(
      UNANSWERED,
      { type: "set", answer: { employmentType: "part-time" } },
      { type: "set", answer: { experience: "2-5" } },
      { type: "toggle", availability: "weekends" },
      { type: "set", answer: { startDate: "immediately" } },
      { type: "zip", typed: "10001" },
    );
    expect(isComplete(answers)).toBe(true);
  });

  it("add and remove times, in the order of the page", () => {
    const both = after(UNANSWERED, { type: "toggle", availability: "weekends" }, { type: "toggle", availability: "weekday-mornings" });
    expect(both.availability).toEqual(["weekday-mornings", "weekends"]);
    expect(after(both, { type: "toggle", availability: "weekends" }).availability).toEqual(["weekday-mornings"]);
  });

  it("require five digits, and leave places of other forms to the server as they are typed", () => {
    expect(after(UNANSWERED, { type: "zip", typed: "10115 Berlin" }).zipCode).toBe("10115 Berlin");
    for (const zipCode of ["1000", "", "100011", "  "]) expect(unanswered({ ...COMPLETE, zipCode })).toEqual(["zipCode"]);
    for (const zipCode of ["M5V 2T6", "10115 Berlin", "00-950", "111 22", "10001-2203"]) expect(unanswered({ ...COMPLETE, zipCode })).toEqual([]);
    expect(toResponses({ ...COMPLETE, zipCode: " 10001 " }).zip_code).toBe("10001");
  });

  it("are restored as they were sent", () => {
    const sent = Object.entries(toResponses(COMPLETE)).map(([questionType, answer]) => ({
      questionType,
      answer,
    }));
    expect(fromResponses(sent)).toEqual(COMPLETE);
  });

  it("ignore answers that are no longer offered", () => {
    const odd = [
      { questionType: "employment_type", answer: "sometimes" },
      { questionType: "hourly_rate", answer: "90" },
      { questionType: "availability", answer: "weekends,full-moon" },
    ];
    expect(fromResponses(odd)).toEqual({ ...UNANSWERED, availability: ["weekends"] });
  });

  it.each([
    ["0-1", 0],
    ["2-5", 3],
    ["5+", 5],
  ] as const)("send %s years of experience as %i", (experience, years) => {
    const answers = { ...COMPLETE, experience };
    expect(toStep(answers)).toEqual({
      step: 3,
      answers: toResponses(answers),
      data: {
        employmentType: "part-time",
        yearsExperience: years,
        expectedPay: "$22/hour",
        zipCode: "10001",
      },
    });
  });
});

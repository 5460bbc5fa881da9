import { expect, test } from "vitest";
import { beginDraft, MAX_TIMES, missingFields, moveOf, readPay, toggleTime } from "./draft.ts";
import type { DecideOptions } from "#/api/types.ts";

const draft = beginDraft({ place: "218 9th Ave", askFor: "Maria" } as DecideOptions);

test.each([
  ["21", 21],
  ["$21.50", 21.5],
  ["21,5", 21.5],
  ["", null],
  ["0", null],
  ["501", null],
  ["a lot", null],
  ["21.555", null],
])("reads the pay %j as %j", (typed, amount) => {
  expect(readPay(typed)).toBe(amount);
});

test("times are kept in order, can be taken back, and end with what an invitation holds", () => {
  const times = ["3", "1", "2"].reduce<readonly string[]>(toggleTime, []);
  expect(times).toEqual(["1", "2", "3"]);
  expect(toggleTime(times, "2")).toEqual(["1", "3"]);
  const many = Array.from({ length: 12 }, (_, number) => `${10 + number}`).reduce<readonly string[]>(toggleTime, []);
  expect(many).toHaveLength(MAX_TIMES);
});

test("says what is missing, in the order of the form", () => {
  expect(missingFields("invite", { ...draft, askFor: " " })).toEqual(["times", "askFor"]);
  expect(missingFields("ask", draft)).toEqual(["question"]);
  expect(missingFields("offer", draft)).toEqual(["pay", "startOn", "firstShift"]);
  expect(missingFields("offer", { ...draft, answerBy: "2026-05-20", startOn: "2026-05-18" })).toEqual(["pay", "answerBy", "firstShift"]);
  expect(missingFields("decline", draft)).toEqual(["reason"]);
  expect(moveOf("decline", draft, 20)).toBeNull();
});

test("leaves out empty words, and trims the others", () => {
  expect(moveOf("decline", { ...draft, reason: "times", declineWords: " " }, 20)).toEqual({ action: "decline", reason: "times", words: null });
  const offer = { ...draft, pay: "$21.50", startOn: "2026-05-18", answerBy: "2026-05-15", firstShift: " 9 to 3 ", bring: "Shoes" };
  expect(moveOf("offer", offer, 20)).toEqual({
    action: "offer",
    pay: 21.5,
    place: "218 9th Ave",
    words: null,
    startOn: "2026-05-18",
    answerBy: "2026-05-15",
    firstShift: "9 to 3",
    bring: "Shoes",
  });
});

test("another reason than those of the list has to be written: the candidate has a right to know it", () => {
  const draft = { ...beginDraft({ place: "", askFor: "" } as DecideOptions), reason: "other", declineWords: " " } as const;
  expect(missingFields("decline", draft)).toEqual(["declineWords"]);
  expect(missingFields("decline", { ...draft, reason: "times" })).toEqual([]);
  expect(moveOf("decline", { ...draft, declineWords: "No shifts. " }, 20)).toEqual({ action: "decline", reason: "other", words: "No shifts." });
});

test("a street that is typed for a location without one is kept, and its city follows in the letter", () => {
  const asked = beginDraft({
    place: "New York, NY 10001",
    withoutStreet: { name: "9th Avenue", city: "New York, NY 10001" },
    askFor: "Maria",
  } as DecideOptions);
  expect(asked.place).toBe("");
  const invitation = { ...asked, times: ["1"], place: " 218 9th Ave " };
  expect(moveOf("invite", invitation, 20)).toMatchObject({ place: "218 9th Ave, New York, NY 10001", street: "218 9th Ave" });
  for (const typed of ["218 9th Ave, New York", "218 9th Ave, new york, ny", "218 9th Ave, New York, NY 10001 "])
    expect(moveOf("invite", { ...invitation, place: typed }, 20)).toMatchObject({ place: "218 9th Ave, New York, NY 10001", street: "218 9th Ave" });
  const call = moveOf("invite", { ...invitation, place: "A call", city: null }, 20);
  expect(call).toMatchObject({ place: "A call" });
  expect(call).not.toHaveProperty("street");
});

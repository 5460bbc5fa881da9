import { describe, expect, it } from "vitest";
import type { AskedQuestion } from "#/api/deskPerson.queries.ts";
import { addPlayed, playedSeconds } from "./ViewRecorder.ts";
import { markQuote, piecesOf, reelOf, spansOf, wordAt } from "./spans.ts";

const PASSAGES = [
  { begin: 0, end: 6, text: "A Saturday in December." },
  { begin: 6, end: 11.5, text: "I brought bread to the tables that waited, and told them." },
  { begin: 11.5, end: 15, text: "Nobody left: we closed on time." },
  { begin: 15, end: null, text: "That was it." },
];

describe("spansOf", () => {
  it.each([
    ["I brought bread to the tables that waited", [{ begin: 6, end: 11.5 }]],
    ["and told them. nobody LEFT, we closed", [{ begin: 6, end: 15 }]],
    ["That was it", [{ begin: 15, end: 18 }]],
    [
      "A Saturday … That was it",
      [
        { begin: 0, end: 6 },
        { begin: 15, end: 18 },
      ],
    ],
    ["I never said this … we closed on time", [{ begin: 11.5, end: 15 }]],
    ["I never said this", []],
    ["…", []],
  ])("finds %j by its letters", (quote, spans) => {
    expect(spansOf(quote, PASSAGES, 18)).toEqual(spans);
  });
});

describe("markQuote", () => {
  it("marks a quote that runs over two passages, and changes no text", () => {
    const parts = markQuote("told them. Nobody left", PASSAGES);
    expect(
      parts
        .flat()
        .filter((part) => part.marked)
        .map((part) => part.text),
    ).toEqual(["told them.", "Nobody left"]);
    expect(parts.map((one) => one.map((part) => part.text).join(""))).toEqual(PASSAGES.map((one) => one.text));
  });

  it("marks all parts of a quote that leaves something out", () => {
    const parts = markQuote("I brought bread … and told them. Nobody left", PASSAGES);
    const marked = parts.flat().filter((part) => part.marked);
    expect(marked.map((part) => part.text)).toEqual(["I brought bread", "and told them.", "Nobody left"]);
    expect(parts.map((one) => one.map((part) => part.text).join(""))).toEqual(PASSAGES.map((one) => one.text));
  });
});

describe("piecesOf", () => {
  const words = ["Nobody", " left:", "we", "closed"].map((text, at) => ({ text, begin: 11.5 + at, end: 12 + at }));
  const passage = { begin: 11.5, end: 16, text: "Nobody left: we all closed.", words };

  it.each([null, "left: we", "body le"])("cuts a text with the quote %j into its words, and changes no text", (quote) => {
    const [parts = []] = markQuote(quote, [passage]);
    const pieces = piecesOf(parts, passage);
    expect(pieces.map((one) => one.map(({ text }) => text).join(""))).toEqual(parts.map(({ text }) => text));
    const spoken = [0, 1, 2, 3].map((word) =>
      pieces
        .flat()
        .filter((one) => one.word === word)
        .map(({ text }) => text)
        .join(""),
    );
    expect(spoken).toEqual(["Nobody", "left:", "we", "closed"]);
  });

  it("leaves a text without word times whole", () => {
    expect(piecesOf([{ text: "Hello.", marked: false }], { text: "Hello.", words: [] })).toEqual([[{ text: "Hello.", word: null }]]);
  });

  it("knows the word at a time", () => {
    expect([0, 11.5, 12.4, 13, 99].map((time) => wordAt(passage, time))).toEqual([-1, 0, 0, 1, 3]);
  });
});

describe("reelOf", () => {
  const asked = (order: number, quote: string | null): AskedQuestion =>
    ({
      machine: quote === null ? null : { level: 4, text: "", quote, confidence: "sure" },
      answers: [{ order, media: `/media/${order}`, passages: [{ begin: 0, end: 40, text: "I run grill alone." }], duration: 40 }],
    }) as unknown as AskedQuestion;

  it("joins the quotes of revealed questions up to a minute", () => {
    expect(reelOf([asked(1, "I run grill"), asked(2, null), asked(3, "alone")])).toEqual([
      { answer: 1, begin: 0, end: 40 },
      { answer: 3, begin: 0, end: 20 },
    ]);
  });

  it("plays the parts of a quote, and not what it leaves out", () => {
    const passages = ["I run grill.", "My son was ill.", "I trained two."].map((text, at) => ({ begin: 10 * at, end: 10 * (at + 1), text }));
    const told = asked(1, "I run grill. … I trained two.");
    expect(reelOf([{ ...told, answers: told.answers.map((one) => ({ ...one, passages })) } as AskedQuestion])).toEqual([
      { answer: 1, begin: 0, end: 10 },
      { answer: 1, begin: 20, end: 30 },
    ]);
  });
});

describe("addPlayed", () => {
  it("counts every second once, in any order", () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 300; round += 1) {
      const seconds = new Set<number>();
      let played: { begin: number; end: number }[] = [];
      for (let step = 0; step < 12; step += 1) {
        const begin = random(60);
        const end = begin + random(15);
        played = addPlayed(played, { begin, end });
        for (let second = begin; second < end; second += 1) seconds.add(second);
      }
      expect(playedSeconds(played)).toBe(seconds.size);
      expect(played.every((one, index) => index === 0 || one.begin > played[index - 1]!.end)).toBe(true);
    }
  });
});

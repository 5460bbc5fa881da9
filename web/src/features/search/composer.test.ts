import { describe, expect, it } from "vitest";
import { type Composer, composerReducer, showsHint, wishOf } from "./composer.ts";

const sample = "Server, evenings";
const demo = (typed: number, text = ""): Composer => ({ kind: "demo", text, typed });

function ticks(start: Composer, count: number): Composer {
  let composer = start;
  for (let tick = 0; tick < count; tick += 1) composer = composerReducer(composer, { type: "tick", sample });
  return composer;
}

describe("the composer", () => {
  it("types one character per tick, then leaves an empty box", () => {
    expect(ticks(demo(0), 3)).toEqual(demo(3));
    expect(ticks(demo(0), sample.length)).toEqual(demo(sample.length));
    expect(ticks(demo(0), sample.length + 1)).toEqual({ kind: "own", text: "" });
  });

  it("stops when the person types", () => {
    expect(composerReducer(demo(3), { type: "write", text: "Cook" })).toEqual({ kind: "own", text: "Cook" });
    expect(ticks({ kind: "own", text: "Cook" }, 5)).toEqual({ kind: "own", text: "Cook" });
  });

  it("keeps the person's text while the demo is replayed", () => {
    const shown = composerReducer({ kind: "own", text: "Cook" }, { type: "restart" });
    expect(shown).toEqual(demo(0, "Cook"));
    expect(composerReducer(shown, { type: "stop" })).toEqual({ kind: "own", text: "Cook" });
    expect(ticks(shown, sample.length + 1)).toEqual({ kind: "own", text: "Cook" });
  });

  it("has a job search only where the person wrote one", () => {
    expect(wishOf({ kind: "own", text: "  Cook " })).toBe("Cook");
    expect(wishOf({ kind: "own", text: "  " })).toBeNull();
    expect(wishOf(demo(5, "Cook"))).toBeNull();
  });

  it("shows the shortcut hint after one second", () => {
    expect(showsHint(demo(19))).toBe(false);
    expect(showsHint(demo(20))).toBe(true);
    expect(showsHint({ kind: "own", text: "" })).toBe(false);
  });
});

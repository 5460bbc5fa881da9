import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Transcript } from "./Transcript.tsx";

const passage = (begin: number, text: string) => ({
  begin,
  end: begin + 4,
  text,
  degree: "heard" as const,
  language: null,
  words: text.split(" ").map((word, at) => ({ text: word, begin: begin + at, end: begin + at + 1 })),
});
const PASSAGES = [passage(0, "Yo cocinaba solo"), passage(5, "toda la noche")];

function show(time: number, playing: boolean, follows = false) {
  const onSeek = vi.fn();
  render(
    <Transcript
      passages={PASSAGES}
      language="es"
      quote="cocinaba solo"
      hits={[]}
      current={null}
      time={time}
      playing={playing}
      follows={follows}
      onSeek={onSeek}
    />,
  );
  return onSeek;
}

it("plays from a line, and from a word that is tapped", () => {
  const onSeek = show(0, false);
  fireEvent.click(screen.getByRole("button", { name: /toda la noche/ }));
  fireEvent.click(screen.getByText("noche"));
  expect(onSeek.mock.calls).toEqual([[5], [7]]);
});

it("follows the playback: highlights the word that is spoken, and only while it plays", () => {
  show(6.5, true);
  expect([...document.querySelectorAll(".word")].map(({ textContent }) => textContent)).toEqual(["la"]);
  expect(screen.getAllByRole("listitem").map((item) => item.getAttribute("aria-current"))).toEqual([null, "true"]);
});

it.each([
  ["in view", 100, true],
  ["below what is on the screen", 5000, false],
])("keeps the spoken line in view while the one before it is: %s", (_, top, kept) => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView").mockClear().mockReturnValue();
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, top, 300, 40));
  show(6.5, true, true);
  expect(scrolled.mock.calls.length > 0).toBe(kept);
});

it("highlights no word while paused, keeps the quote marked, and names the language", () => {
  show(6.5, false);
  expect(document.querySelector(".word")).toBeNull();
  expect(document.querySelector("mark")?.textContent).toBe("cocinaba solo");
  expect(document.querySelector("[lang=es]")?.textContent).toBe("Yo cocinaba solo");
});

import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Heading } from "./Heading.tsx";

test("the first screen leaves the focus unchanged; the next one moves it to its heading", () => {
  const { rerender } = render(
    <Heading key="a" level={1}>
      Join
    </Heading>,
  );
  expect(document.activeElement).toBe(document.body);
  rerender(
    <Heading key="b" level={1}>
      Your matches
    </Heading>,
  );
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Your matches" }));
});

test("rendering a heading again does not move the focus back", () => {
  const page = (
    <>
      <Heading level={1}>Your matches</Heading>
      <button>Menu</button>
    </>
  );
  const { rerender } = render(page);
  screen.getByRole("button").focus();
  rerender(
    <>
      <Heading level={1}>Your 18 matches</Heading>
      <button>Menu</button>
    </>,
  );
  expect(document.activeElement).toBe(screen.getByRole("button"));
});

test("a step inside a screen takes the focus on request", () => {
  render(
    <>
      <Heading level={2}>Quiet</Heading>
      <Heading level={2} autoFocus>
        Pick a time
      </Heading>
    </>,
  );
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Pick a time" }));
});

test("a new screen scrolls to its top, a later step only scrolls into view", () => {
  const scroll = vi.spyOn(globalThis, "scrollTo").mockReturnValue();
  const { unmount } = render(
    <Heading level={1} autoFocus>
      Check your camera and microphone
    </Heading>,
  );
  expect(scroll).toHaveBeenCalledWith(0, 0);
  unmount();
  scroll.mockClear();
  const seen = vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockReturnValue();
  render(
    <Heading level={2} autoFocus>
      Cancel this booking?
    </Heading>,
  );
  expect(scroll).not.toHaveBeenCalled();
  expect(seen).toHaveBeenCalledWith({ block: "nearest" });
});

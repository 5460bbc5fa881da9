import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Heading } from "./Heading.tsx";

test("the first screen keeps the focus where it is; the next one takes it to its heading", () => {
  const { rerender } = render(<Heading key="a" level={1}>Join</Heading>);
  expect(document.activeElement).toBe(document.body);
  rerender(<Heading key="b" level={1}>Your matches</Heading>);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Your matches" }));
});

test("drawing a heading again does not take the focus back", () => {
  const page = <><Heading level={1}>Your matches</Heading><button>Menu</button></>;
  const { rerender } = render(page);
  screen.getByRole("button").focus();
  rerender(<><Heading level={1}>Your 18 matches</Heading><button>Menu</button></>);
  expect(document.activeElement).toBe(screen.getByRole("button"));
});

test("a step inside a screen takes the focus where it asks for it", () => {
  render(<><Heading level={2}>Quiet</Heading><Heading level={2} autoFocus>Pick a time</Heading></>);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Pick a time" }));
});

test("a new screen shows from its top, a step further down only comes into view", () => {
  const scroll = vi.spyOn(globalThis, "scrollTo").mockReturnValue();
  const { unmount } = render(<Heading level={1} autoFocus>Check your camera and microphone</Heading>);
  expect(scroll).toHaveBeenCalledWith(0, 0);
  unmount();
  scroll.mockClear();
  const seen = vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockReturnValue();
  render(<Heading level={2} autoFocus>Cancel this booking?</Heading>);
  expect(scroll).not.toHaveBeenCalled();
  expect(seen).toHaveBeenCalledWith({ block: "nearest" });
});

import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
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

import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Complete } from "./Complete.tsx";

const steps = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("thanks the person and explains how updates arrive", () => {
  render(<Complete name="Maya" scored />);
  screen.getByRole("heading", { level: 1, name: "Thank you, Maya" });
  screen.getByText(/updates by email and on your phone/);
  expect(screen.getByRole("link", { name: "View My Dashboard" }).getAttribute("href")).toBe("/dashboard");
  expect(steps()[1]).toContain("your scores");
});

test("mentions no score when AI scoring was declined or is unknown", () => {
  const { rerender } = render(<Complete name="Maya" scored={false} />);
  expect(steps()[1]).toContain("a person reads your answers");
  rerender(<Complete name="Maya" scored={undefined} />);
  expect(steps()).toHaveLength(2);
});

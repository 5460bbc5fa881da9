import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Complete } from "./Complete.tsx";

const steps = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("thanks, and says how updates come", () => {
  render(<Complete name="Maya" scored />);
  screen.getByRole("heading", { level: 1, name: "Thank you, Maya" });
  screen.getByText(/updates by email and on your phone/);
  expect(screen.getByRole("link", { name: "View My Dashboard" }).getAttribute("href")).toBe("/dashboard");
  expect(steps()[1]).toContain("your scores");
});

test("promises no score to who declined it, and none that is not known of", () => {
  const { rerender } = render(<Complete name="Maya" scored={false} />);
  expect(steps()[1]).toContain("a person reads your answers");
  rerender(<Complete name="Maya" scored={undefined} />);
  expect(steps()).toHaveLength(2);
});

import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Complete } from "./Complete.tsx";

const steps = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("thanks the person, and says that nobody has the interview until it is sent", () => {
  const { rerender } = render(<Complete name="Maya" texts scored sent={0} />);
  screen.getByRole("heading", { level: 1, name: "Thank you, Maya" });
  screen.getByText(/updates by email and on your phone/);
  expect(screen.getByRole("link", { name: "View My Dashboard" }).getAttribute("href")).toBe("/dashboard");
  expect(steps()[1]).toContain("Your scores");
  expect(steps().at(-1)).toContain("Nobody has your interview yet.");
  expect(screen.queryByText("A person decides")).toBeNull();
  rerender(<Complete name="Maya" texts scored sent={3} />);
  expect(steps().slice(2)).toEqual([expect.stringContaining("Sent to 3 jobs"), expect.stringContaining("A person decides")]);
});

test("mentions no score when AI scoring was declined or is unknown", () => {
  const { rerender } = render(<Complete name="Maya" texts scored={false} sent={0} />);
  expect(steps()[1]).toContain("No AI score, as you asked");
  rerender(<Complete name="Maya" texts scored={undefined} sent={undefined} />);
  expect(steps()).toHaveLength(1);
});

test("says when the score is there, and counts what was sent, also what has ended since", () => {
  render(<Complete name="Maya" texts scored="done" sent={2} all={3} />);
  expect(steps()[1]).toContain("Your score is here");
  expect(steps()[2]).toContain("Sent to 3 jobs");
});

test("promises no score where there is only a report without one", () => {
  render(<Complete name="Maya" texts scored="unsure" sent={0} />);
  expect(steps()[1]).toContain("Your report is here");
  expect(screen.queryByText(/score/)).toBeNull();
});

test("does not say that nobody has the interview once everything that was sent has ended", () => {
  render(<Complete name="Maya" texts scored="done" sent={0} all={2} />);
  expect(steps().at(-1)).toContain("None of your applications is open anymore.");
  expect(screen.queryByText(/Nobody has your interview yet/)).toBeNull();
});

test("tells somebody who was hired nothing of applications that are over", () => {
  render(<Complete name="Maya" texts scored="done" sent={0} all={2} hired />);
  expect(steps().at(-1)).toContain("You were hired. You can send this interview to other jobs, too.");
  expect(screen.queryByText(/None of your applications/)).toBeNull();
});

test("promises updates on the phone only to those whose number is confirmed", () => {
  const { rerender } = render(<Complete name="Maya" texts scored sent={0} />);
  screen.getByText("Your answers are saved. Look for updates by email and on your phone.");
  rerender(<Complete name="Maya" texts={false} scored sent={0} />);
  screen.getByText("Your answers are saved. Look for updates by email.");
});

test("offers nothing to send while everything is going to be deleted", () => {
  render(
    <Complete name="Maya" texts scored="done" sent={0} leaving>
      <p>We delete everything on Friday</p>
    </Complete>,
  );
  expect(steps()).toHaveLength(2);
  screen.getByText("We delete everything on Friday");
  expect(screen.queryByText(/Nobody has your interview yet|Send it/)).toBeNull();
});

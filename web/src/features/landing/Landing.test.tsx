import { render, screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Landing } from "./Landing.tsx";

test("the main button links to the sign-up page", () => {
  render(<Landing />);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Apply to thousands of jobs with one easy application");
  expect(screen.getByRole("link", { name: "Find Jobs Now" }).getAttribute("href")).toBe("/signup");
});

test("three sample jobs show their pay and are marked as samples", () => {
  render(<Landing />);
  const jobs = within(screen.getByRole("list", { name: "Sample jobs" })).getAllByRole("listitem");
  expect(jobs.map((job) => job.querySelector("p")?.textContent)).toEqual(["$19–$24/hour", "$22–$29/hour", "$18–$22/hour"]);
  expect(screen.getByText("Sample jobs and pay")).toBeTruthy();
});

test("each employer is announced once, although the strip renders it twice", () => {
  render(<Landing />);
  const strip = screen.getByRole("region", { name: "Trusted by Top Companies" });
  expect(within(strip).getAllByText("Two Spoons Diner")).toHaveLength(2);
  expect(
    within(strip)
      .getAllByRole("listitem")
      .filter((item) => item.textContent === "Two Spoons Diner"),
  ).toHaveLength(1);
});

test("it can be rendered without a browser, and then needs no inline style", () => {
  const page = renderToString(<Landing />);
  expect(page).toContain("Find Jobs Now");
  expect(page).not.toContain("style=");
});

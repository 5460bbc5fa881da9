/** A job that nobody can apply for here: what the sheet says, and where its link leads. */

import { fireEvent, screen } from "@testing-library/react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { expect, it, onTestFinished, vi } from "vitest";
import { showAlone } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import ApplyFor from "./ApplyFor.tsx";

const NOT_HERE = { jobId: "job-1", title: "Baker", state: "not_here", url: null, applicationId: null };

function openFor(job: object) {
  serve({ "GET /api/applications/states": { body: { jobs: [{ ...NOT_HERE, ...job }], interviews: [], until: "2026-06-01T00:00:00Z" } } });
  const { hook, history } = memoryLocation({ path: "/matches", record: true });
  showAlone(
    <Router hook={hook}>
      <ApplyFor jobId="job-1" onClose={() => {}} />
    </Router>,
  );
  const left = vi.fn();
  const after = (event: Event) => {
    if (!event.defaultPrevented) left();
    event.preventDefault(); // The tests have no browser to leave it to.
  };
  addEventListener("click", after);
  onTestFinished(() => removeEventListener("click", after));
  return { left, pages: history };
}

it.each(["https://careers.example/jobs/1?ref=a&b=c#apply", "http://bakery.example/"])("leaves %s to the browser", async (url) => {
  const { left, pages } = openFor({ url });
  await screen.findByText("This employer doesn't use Dayshift yet. Apply on their site.");
  const link = screen.getByRole("link", { name: "Go to their site" });
  expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([url, "noreferrer"]);
  fireEvent.click(link);
  expect(left).toHaveBeenCalledOnce();
  expect(pages).toEqual(["/matches"]);
});

it("has no link without an address", async () => {
  openFor({});
  await screen.findByText(/doesn't use Dayshift yet/);
  expect(screen.queryByRole("link")).toBeNull();
});

it("opens the application that was sent before in the app", async () => {
  const { left, pages } = openFor({ state: "applied", applicationId: "a1" });
  fireEvent.click(await screen.findByRole("link"));
  expect(left).not.toHaveBeenCalled();
  expect(pages.at(-1)).toBe("/application?id=a1");
});

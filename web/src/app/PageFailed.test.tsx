import { screen } from "@testing-library/react";
import { ErrorBoundary } from "react-error-boundary";
import { beforeEach, expect, it, vi } from "vitest";
import DashboardPage from "#/pages/Dashboard.tsx";
import { openApp, showAlone } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";
import * as page from "#/platform/page.ts";
import { isNotLoaded, PageFailed } from "./PageFailed.tsx";
import { findRoute } from "./routes.ts";

const MAYA = someUser({ currentStep: 5, flowCompleted: true });

beforeEach(() => localStorage.clear());

it("keeps the navigation when one page fails, and says which data is safe", async () => {
  vi.mocked(console.error).mockReturnValue();
  serve({
    "GET /api/auth/me": { body: { user: MAYA } },
    // Violates the contract: no screen can render it.
    [`GET /api/users/${MAYA.id}/interviews`]: { body: [null] },
  });
  const { person } = openApp("/interviews", MAYA);
  await screen.findByRole("heading", { level: 1, name: "This page stopped working" });
  screen.getByText(/Your interviews and your scores are safe/);
  screen.getByRole("button", { name: "Try Again" });
  expect(console.error, "the error is logged, and so reported").toHaveBeenCalledWith("A screen has failed.", expect.any(Error));
  await person.click(screen.getByRole("link", { name: "Find Jobs" }));
  await screen.findByRole("link", { name: "View My Dashboard" });
});

it.each([
  "Failed to fetch dynamically imported module: https://x/assets/Profile-1.js",
  "error loading dynamically imported module: https://x/assets/Profile-1.js",
  "Importing a module script failed.",
  "Unable to preload CSS for /assets/Profile-1.css",
])("recognizes a failed download: %s", (message) => {
  expect(isNotLoaded(new TypeError(message))).toBe(true);
});

it("a page after the interview that did not load says that the answers are safe, and reloads", async () => {
  vi.mocked(console.error).mockReturnValue();
  const reload = vi.spyOn(page, "reload").mockReturnValue();
  const Missing = () => {
    throw new TypeError("Failed to fetch dynamically imported module: https://x/assets/InterviewComplete-1.js");
  };
  const safe = findRoute("/interview-complete").safe?.() ?? "";
  const { person } = showAlone(
    <ErrorBoundary fallbackRender={(failure) => <PageFailed {...failure} safe={safe} home="/" />}>
      <Missing />
    </ErrorBoundary>,
  );
  screen.getByRole("heading", { name: "This page didn't load" });
  screen.getByText(/Every answer you saved is safe\.$/);
  await person.click(screen.getByRole("button", { name: "Reload" }));
  expect(reload).toHaveBeenCalledOnce();
});

it("does not treat other errors as a failed download", () => {
  expect(isNotLoaded(new TypeError("Failed to fetch"))).toBe(false);
  expect(isNotLoaded("Importing a module script failed.")).toBe(false);
});

it("any other page without a user links to the sign-in", () => {
  vi.mocked(console.error).mockReturnValue();
  showAlone(
    <ErrorBoundary fallbackRender={(failure) => <PageFailed {...failure} safe="" home="/" />}>
      <DashboardPage />
    </ErrorBoundary>,
  );
  screen.getByRole("heading", { name: "User not found. Please sign in first." });
  expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/login");
});

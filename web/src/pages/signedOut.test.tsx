import { screen } from "@testing-library/react";
import { ErrorBoundary } from "react-error-boundary";
import { beforeEach, expect, it, vi } from "vitest";
import { PageFailed } from "#/app/PageFailed.tsx";
import { showAlone } from "#/testing/app.tsx";
import DashboardPage from "./Dashboard.tsx";
import InterviewsPage from "./Interviews.tsx";
import LiveInterviewPage from "./LiveInterview.tsx";
import ProfilePage from "./Profile.tsx";

beforeEach(() => localStorage.clear());

it("the profile asks whoever is not signed in to do so", () => {
  showAlone(<ProfilePage />);
  screen.getByText("Please sign in to view your profile.");
  expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/login");
});

it("the interviews do too", () => {
  showAlone(<InterviewsPage />);
  screen.getByRole("heading", { name: "Access Required" });
  expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/sign-up");
});

it("the live interview does, in words of its own", () => {
  showAlone(<LiveInterviewPage />);
  screen.getByRole("heading", { name: "You need to be signed in to access video interviews." });
  expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/login");
});

it("any other page that finds nobody is left for the way in", () => {
  vi.mocked(console.error).mockReturnValue();
  showAlone(
    <ErrorBoundary fallbackRender={(failure) => <PageFailed {...failure} safe="" home="/" />}>
      <DashboardPage />
    </ErrorBoundary>,
  );
  screen.getByRole("heading", { name: "User not found. Please sign in first." });
  expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/login");
});

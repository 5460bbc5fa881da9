import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { showAlone } from "#/testing/app.tsx";
import InterviewsPage from "./Interviews.tsx";
import LiveInterviewPage from "./LiveInterview.tsx";
import ProfilePage from "./Profile.tsx";

beforeEach(() => localStorage.clear());

it("the profile asks a visitor to sign in", () => {
  showAlone(<ProfilePage />);
  screen.getByText("Please sign in to view your profile.");
  expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/login");
});

it("so do the interviews", () => {
  showAlone(<InterviewsPage />);
  screen.getByRole("heading", { name: "Access Required" });
  expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/sign-up");
});

it("the live interview does so with its own message", () => {
  showAlone(<LiveInterviewPage />);
  screen.getByRole("heading", { name: "You need to be signed in to access video interviews." });
  expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/login");
});

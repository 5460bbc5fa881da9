import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { expect, test, vi } from "vitest";
import type { Chrome } from "#/platform/routes.ts";
import { AppShell } from "./AppShell.tsx";
import type { ShellUser } from "./NavBar.tsx";

const MAYA: ShellUser = { firstName: "Maya", email: "maya@example.com", operator: false };

function show({
  user = null,
  path = "/",
  online = true,
  chrome = { kind: "nav" },
}: { user?: ShellUser | null; path?: string; online?: boolean; chrome?: Chrome } = {}) {
  const onLogout = vi.fn<() => void>();
  const { hook } = memoryLocation({ path });
  render(
    <Router hook={hook}>
      <AppShell user={user} onLogout={onLogout} online={online} title="Your matches" chrome={chrome}>
        <p>The page</p>
      </AppShell>
    </Router>,
  );
  return { onLogout, user: userEvent.setup() };
}

const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);

test("a visitor is offered Home, Find Jobs and Sign In", () => {
  show();
  expect(linksIn(screen.getByRole("navigation", { name: "Main" }))).toEqual([
    ["Home", "/"],
    ["Find Jobs", "/get-started"],
    ["Sign In", "/login"],
  ]);
});

test("a signed-in user has a Dashboard, their first name and Logout", async () => {
  const { onLogout, user } = show({ user: MAYA });
  const bar = screen.getByRole("navigation", { name: "Main" });
  expect(linksIn(bar)).toEqual([
    ["Home", "/"],
    ["Find Jobs", "/get-started"],
    ["Applications", "/applications"],
    ["Dashboard", "/dashboard"],
  ]);
  expect(within(bar).getByText("Maya")).toBeTruthy();
  await user.click(within(bar).getByRole("button", { name: "Logout" }));
  expect(onLogout).toHaveBeenCalledOnce();
});

test("the first name opens the person's own pages, and Escape closes them", async () => {
  const { user } = show({ user: MAYA });
  const bar = screen.getByRole("navigation", { name: "Main" });
  const menu = (await within(bar).findByText("Maya", { selector: "summary span" })).closest("details");
  if (!menu) throw new Error("The name is no menu.");
  expect(linksIn(menu)).toEqual([
    ["My Profile", "/profile"],
    ["Your interviews", "/interviews"],
    ["Your data", "/your-data"],
  ]);
  await user.click(within(menu).getByText("Maya"));
  expect(menu.open).toBe(true);
  await user.keyboard("{Escape}");
  expect(menu.open).toBe(false);
});

test("operators have a link to their page", () => {
  show({ user: { ...MAYA, operator: true } });
  expect(linksIn(screen.getByRole("navigation", { name: "Main" }))).toContainEqual(["Operations", "/operations"]);
});

test("without a first name the bar shows the email", () => {
  show({ user: { ...MAYA, firstName: "" } });
  const bar = screen.getByRole("navigation", { name: "Main" });
  expect(within(bar).getByText("maya@example.com")).toBeTruthy();
});

test("the link of the current page is marked", () => {
  show({ user: MAYA, path: "/dashboard" });
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Dashboard");
});

test("the menu opens a drawer with the same links, and following one closes it", async () => {
  const { user } = show({ user: MAYA });
  await user.click(screen.getByRole("button", { name: "Menu" }));
  const drawer = await screen.findByRole("dialog", { name: "Menu" });
  await user.click(within(drawer).getByRole("link", { name: "Dashboard" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a step has a back link and its position among the four stages", () => {
  show({ user: MAYA, chrome: { kind: "stage", stage: 3, back: "/job-search" } });
  expect(screen.getByRole("link", { name: "Back" }).getAttribute("href")).toBe("/job-search");
  const stages = within(screen.getByRole("list", { name: "Your application" })).getAllByRole("listitem");
  expect(stages.map((stage) => [stage.textContent, stage.getAttribute("aria-current")])).toEqual([
    ["Contact Info, done", null],
    ["Tell Us About You, done", null],
    ["Quick Questions", "step"],
    ["Take Interview", null],
  ]);
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("a visitor at the first stage is offered Sign In instead of a back link", () => {
  show({ chrome: { kind: "stage", stage: 1, back: "/" } });
  expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/login");
  expect(screen.queryByRole("link", { name: "Back" })).toBeNull();
});

test("offline state is reported as text", () => {
  show({ online: false });
  expect(screen.getByRole("status").textContent).toContain("You're offline.");
});

test("the document is named after the page and the product", () => {
  show();
  expect(document.title).toBe("Your matches - Dayshift");
});

test("shows no open stage to somebody who has done the interview", () => {
  show({ user: { ...MAYA, interviewCompleted: true }, chrome: { kind: "stage", stage: 4, back: "/quick-questions" } });
  expect(screen.queryByText("Step 4 of 4")).toBeNull();
  screen.getByRole("link", { name: "Back" });
});

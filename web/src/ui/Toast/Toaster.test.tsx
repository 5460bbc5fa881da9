import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { endToastOfPage, toast } from "./toast.ts";
import { Toaster } from "./Toaster.tsx";
import "./ToastView.tsx"; // Preloads the lazy view, because the test uses fake timers.

beforeEach(() => {
  vi.useFakeTimers();
});

async function show(title: string) {
  await act(async () => {
    toast({ title, tone: "good" });
    await vi.advanceTimersByTimeAsync(0);
  });
}

async function wait(ms: number) {
  await act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
}

const shown = () => screen.queryAllByRole("listitem").map((item) => item.querySelector("div div")?.textContent);

test("a new toast replaces the old one", async () => {
  render(<Toaster />);
  await show("Saved");
  await show("Sent");
  expect(shown()).toEqual(["Sent"]);
});

test("a toast closes after exactly five seconds", async () => {
  render(<Toaster />);
  await show("Saved");
  await wait(4900);
  expect(shown()).toEqual(["Saved"]);
  await wait(200);
  expect(shown()).toEqual([]);
});

test("a new toast gets its own five seconds", async () => {
  render(<Toaster />);
  await show("Saved");
  await wait(4000);
  await show("Sent");
  await wait(4000);
  expect(shown()).toEqual(["Sent"]);
});

test("F8 moves the focus to the toasts, and their region says so", async () => {
  render(<Toaster />);
  await show("Saved");
  fireEvent.keyDown(document, { key: "F8", code: "F8" });
  expect(screen.getByRole("region", { name: "Notifications (F8)" }).contains(document.activeElement)).toBe(true);
  expect(document.activeElement?.textContent).toContain("Saved");
});

test("Close closes a toast", async () => {
  render(<Toaster />);
  await show("Saved");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await wait(0);
  expect(shown()).toEqual([]);
});

test("a toast closes when its page is left", async () => {
  render(<Toaster />);
  await show("Saved");
  await wait(2000);
  await act(async () => endToastOfPage());
  await wait(0);
  expect(shown()).toEqual([]);
});

test("a toast of the action that changes the page stays open on the next page", async () => {
  render(<Toaster />);
  await show("Welcome back!");
  await act(async () => endToastOfPage());
  await wait(1000);
  expect(shown()).toEqual(["Welcome back!"]);
});

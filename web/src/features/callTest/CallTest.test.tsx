import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { CallTest } from "./CallTest.tsx";
import { JOIN_MS } from "./simulatedCall.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

const state = () => screen.getByRole("status").textContent;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

it("joins after exactly two seconds", async () => {
  render(<CallTest />);
  expect(state()).toBe("Joining");
  await wait(JOIN_MS - 1);
  expect(state()).toBe("Joining");
  await wait(1);
  expect(state()).toBe("Joined");
  screen.getByText("Loading › Loaded › Joining › Joined");
});

it("can be left while joining, and stays left", async () => {
  render(<CallTest />);
  press("Leave");
  await wait(JOIN_MS);
  expect(state()).toBe("Left");
});

it("can be rejoined after a failure", async () => {
  render(<CallTest />);
  await wait(JOIN_MS);
  press("Break the call");
  expect(state()).toBe("Error");
  press("Join again");
  await wait(JOIN_MS);
  expect(state()).toBe("Joined");
});

it("fails without a token", () => {
  render(<CallTest address={{ roomUrl: "https://call.invalid/room", token: "" }} />);
  expect(state()).toBe("Error");
});

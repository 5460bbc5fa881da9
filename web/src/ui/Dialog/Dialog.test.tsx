import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { Dialog } from "./Dialog.tsx";

/** Fires the browser's close request for the topmost layer. */
class Signal {
  static watching = new Set<Signal>();
  onclose: (() => void) | null = null;
  constructor() {
    Signal.watching.add(this);
  }
  destroy() {
    Signal.watching.delete(this);
  }
  static give() {
    for (const { onclose } of Signal.watching) onclose?.();
  }
}

beforeEach(() => {
  Signal.watching.clear();
  vi.stubGlobal("CloseWatcher", Signal);
  onTestFinished(() => void vi.unstubAllGlobals());
});

it("closes on the browser's close request", () => {
  const close = vi.fn();
  render(<Dialog open onClose={close} title="Report" />);
  act(() => Signal.give());
  expect(close).toHaveBeenCalledOnce();
});

it("listens only while it is open", () => {
  const { rerender, unmount } = render(<Dialog open={false} onClose={() => {}} title="Report" />);
  expect(Signal.watching.size).toBe(0);
  rerender(<Dialog open onClose={() => {}} title="Report" />);
  rerender(<Dialog open onClose={() => {}} title="Report" />);
  expect(Signal.watching.size).toBe(1);
  act(() => void unmount());
  expect(Signal.watching.size).toBe(0);
});

it("closes with Escape in a browser without CloseWatcher", () => {
  vi.stubGlobal("CloseWatcher", undefined);
  const close = vi.fn();
  render(<Dialog open onClose={close} title="Report" />);
  act(() => {
    screen.getByRole("dialog").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  });
  expect(close).toHaveBeenCalledOnce();
});

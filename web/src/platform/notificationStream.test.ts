import { afterEach, expect, it, vi } from "vitest";
import { onNotifications } from "./notificationStream.ts";

class Source {
  static readonly CLOSED = 2;
  static made: Source[] = [];
  readyState = 1;
  onmessage: (() => void) | null = null;
  constructor(readonly address: string) {
    Source.made.push(this);
  }
  close() {
    this.readyState = Source.CLOSED;
  }
}

const seen = (state: "visible" | "hidden") => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
};

afterEach(() => {
  vi.restoreAllMocks();
  Source.made = [];
});

it("listens while the page is visible, and again when it becomes visible again", () => {
  vi.stubGlobal("EventSource", Source);
  const listener = vi.fn<() => void>();
  const stop = onNotifications("/news", listener);
  Source.made[0]?.onmessage?.();
  expect(listener).toHaveBeenCalledOnce();
  seen("hidden");
  expect(Source.made[0]?.readyState).toBe(Source.CLOSED);
  seen("visible");
  expect(Source.made).toHaveLength(2);
  stop();
  expect(Source.made[1]?.readyState).toBe(Source.CLOSED);
  seen("visible");
  expect(Source.made).toHaveLength(2);
});

it("does nothing in a browser without EventSource", () => {
  vi.stubGlobal("EventSource", undefined);
  onNotifications("/news", () => expect.unreachable("There is nobody to tell."))();
});

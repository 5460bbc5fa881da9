import { afterEach, expect, test, vi } from "vitest";
import { ignoreSecondTaps } from "./secondTap.ts";

const stop = ignoreSecondTaps();
afterEach(() => document.body.replaceChildren());

function button() {
  const element = document.body.appendChild(document.createElement("button"));
  const pressed = vi.fn();
  element.addEventListener("click", pressed);
  return { pressed, tap: (init: MouseEventInit) => element.dispatchEvent(new MouseEvent("click", { bubbles: true, ...init })) };
}

test("ignores the second tap of a double tap, whatever is under it", () => {
  const first = button();
  first.tap({ detail: 1, clientX: 5, clientY: 5 });
  const second = button();
  second.tap({ detail: 2, clientX: 5, clientY: 5 });
  expect([first.pressed.mock.calls.length, second.pressed.mock.calls.length]).toEqual([1, 0]);
});

test("detects a double tap by place and time in a browser that does not count taps", () => {
  const one = button();
  one.tap({ detail: 1, clientX: 50, clientY: 50 });
  one.tap({ detail: 1, clientX: 52, clientY: 49 });
  one.tap({ detail: 1, clientX: 250, clientY: 50 });
  expect(one.pressed).toHaveBeenCalledTimes(2);
});

test("accepts repeated key presses", () => {
  const one = button();
  one.tap({ detail: 0 });
  one.tap({ detail: 0 });
  expect(one.pressed).toHaveBeenCalledTimes(2);
});

test("accepts a held key once", () => {
  const element = document.body.appendChild(document.createElement("button"));
  const press = (repeat: boolean) => {
    const event = new KeyboardEvent("keydown", { key: "Enter", repeat, bubbles: true, cancelable: true });
    element.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([press(false), press(true)]).toEqual([false, true]);
  stop();
});

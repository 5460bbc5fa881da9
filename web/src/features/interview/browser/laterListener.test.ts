import { expect, test, vi } from "vitest";
import type { Listener } from "../model/ports.ts";
import { laterListener } from "./laterListener.ts";

const on = { words: vi.fn(), guess: vi.fn(), unavailable: vi.fn() };
const real = { stop: vi.fn(), abort: vi.fn() };
const listen = vi.fn(() => real);
const settle = () => new Promise((resolve) => setTimeout(resolve));

test("listens as soon as the listener is there, and passes on when to stop", async () => {
  const listening = laterListener(async () => ({ listen })).listen(() => 0, on);
  await settle();
  expect(listen).toHaveBeenCalledTimes(1);
  listening.stop();
  await settle();
  expect(real.stop).toHaveBeenCalledTimes(1);
});

test("does not begin for somebody who has stopped meanwhile", async () => {
  listen.mockClear();
  let arrive: (listener: Listener) => void = () => {};
  const listening = laterListener(() => new Promise((resolve) => (arrive = resolve))).listen(() => 0, on);
  listening.abort();
  arrive({ listen });
  await settle();
  expect(listen).not.toHaveBeenCalled();
});

test("a listener that can not be loaded does not work here", async () => {
  laterListener(() => Promise.reject(new TypeError("offline"))).listen(() => 0, on);
  await settle();
  expect(on.unavailable).toHaveBeenCalledExactlyOnceWith("failed");
});

import { expect, test } from "vitest";
import { outside } from "./inApp.ts";

const ANDROID = "Mozilla/5.0 (Linux; Android 14; SM-A146U) AppleWebKit/537.36 Version/4.0 Chrome/142.0 Mobile Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
const ADDRESS = "https://jobs.example/live-interview?interview=7";

test.each([
  [ANDROID, null],
  [`${IPHONE} Version/18.1 Safari/604.1`, null],
  [`${IPHONE} [FBAN/FBIOS;FBAV/480.0]`, { at: "safari" }],
  [`${IPHONE} Instagram 350.0`, { at: "safari" }],
])("%s: %j", (userAgent, expected) => {
  expect(outside(userAgent, ADDRESS)).toEqual(expected);
});

test.each([`${ANDROID} [FB_IAB/FB4A;FBAV/480.0]`, ANDROID.replace("SM-A146U", "SM-A146U; wv")])("%s opens in Chrome", (userAgent) => {
  const href = "intent://jobs.example/live-interview?interview=7#Intent;scheme=https;package=com.android.chrome;end";
  expect(outside(userAgent, ADDRESS)).toEqual({ at: "chrome", href });
});

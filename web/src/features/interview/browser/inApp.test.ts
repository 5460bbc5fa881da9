import { expect, test } from "vitest";
import { outside } from "./inApp.ts";

const ANDROID = "Mozilla/5.0 (Linux; Android 14; SM-A146U) AppleWebKit/537.36 Version/4.0 Chrome/142.0 Mobile Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
const PLACE = { protocol: "https:", host: "jobs.example" };

test.each([ANDROID, `${IPHONE} Version/18.1 Safari/604.1`])("%s is a standalone browser", (userAgent) => {
  expect(outside(userAgent, PLACE)).toBeNull();
});

test.each([`${IPHONE} [FBAN/FBIOS;FBAV/480.0]`, `${IPHONE} Instagram 350.0`])("%s opens in Safari", (userAgent) => {
  const way = outside(userAgent, PLACE);
  expect(way?.at).toBe("safari");
  expect(way?.href("/continue?key=7")).toBe("x-safari-https://jobs.example/continue?key=7");
});

test.each([`${ANDROID} [FB_IAB/FB4A;FBAV/480.0]`, ANDROID.replace("SM-A146U", "SM-A146U; wv")])("%s opens in Chrome", (userAgent) => {
  const way = outside(userAgent, PLACE);
  expect(way?.at).toBe("chrome");
  const intent = "intent://jobs.example/continue?key=7#Intent;scheme=https;package=com.android.chrome;end";
  expect(way?.href("/continue?key=7")).toBe(intent);
});

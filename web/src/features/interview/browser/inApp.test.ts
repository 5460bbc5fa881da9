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

test.each([
  ["Instagram", "safari", `${IPHONE} Instagram 350.0.0.24.90 (iPhone15,2; iOS 18_1; en_US; scale=3.00; 1179x2556)`],
  ["Instagram", "chrome", `${ANDROID.replace("SM-A146U", "SM-A146U; wv")} Instagram 350.0.0.51.90 Android`],
  ["Threads", "safari", `${IPHONE} Barcelona 360.0.0.30.109`],
  ["Facebook", "safari", `${IPHONE} [FBAN/FBIOS;FBAV/480.0.0.36.101;FBDV/iPhone15,2;FBOP/5]`],
  ["Facebook", "chrome", `${ANDROID.replace("SM-A146U", "SM-A146U; wv")} [FB_IAB/FB4A;FBAV/480.0.0.54.88;]`],
  ["TikTok", "safari", `${IPHONE} musical_ly_37.0.0 JsSdk/2.0 NetType/WIFI Channel/App Store BytedanceWebview/d8a21c6`],
  ["TikTok", "chrome", `${ANDROID.replace("SM-A146U", "SM-A146U; wv")} trill_370004 BytedanceWebview/d8a21c6`],
  ["Snapchat", "safari", `${IPHONE} Snapchat/13.10.0.41 (like Safari/8619.2.8.10.7, panda)`],
  ["LinkedIn", "safari", `${IPHONE} [LinkedInApp]/9.30.1893`],
  // Gmail opens links in Safari's view or a tab of Chrome: they have the camera, and name no app.
  ["Gmail on an iPhone", undefined, `${IPHONE} Version/18.1 Safari/604.1`],
  ["Gmail on Android", undefined, "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36"],
])("%s offers %s", (_app, at, userAgent) => {
  expect(outside(userAgent, PLACE)?.at).toBe(at);
});

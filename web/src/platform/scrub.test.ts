import { expect, it } from "vitest";
import { scrubMessage, scrubPath, scrubStack } from "./tellFault.ts";

it.each([
  [
    "Blocked attempt to change session history URL to data:text/plain;charset=utf-8,k4fmq-7hw2x%0Ab9d",
    "Blocked attempt to change session history URL to [address]",
  ],
  ["with URL 'data:text/plain,k4fmq-7hw2x' cannot be created", "with URL [text] cannot be created"],
  ["Cannot open webcal://a.example/feed/s3cret or blob:https://a.example/1", "Cannot open [address] or [address]"],
  ["Failed to fetch https://a.example/undo/k3y?next=x#y", "Failed to fetch https://a.example"],
  ["Failed to fetch /api/auth/undo/abc?key=1", "Failed to fetch [path]"],
  ["maya@example.com is taken", "[email] is taken"],
  ["code k4fmq-7hw2x, 123456, 4kfm-7hw2", "code [code], [number], [code]"],
  ["token abcdefghijklmnopqrstuvwxyz", "token [code]"],
  ["x is not a function", "x is not a function"],
  ['404: {"code":"not_found"}\nsecond line', "404: {[text]:[text]}"],
])("%s", (message, expected) => {
  const scrubbed = scrubMessage(message);
  expect(scrubbed).toBe(expected);
});

it("keeps only the calls of a stack", () => {
  const chromium = "Error: code k4fmq-7hw2x\n  of a person\n    at Report (https://a.example/assets/x.js?v=key:3:12)\n    at https://a.example/y.js:1:2";
  expect(scrubStack(chromium)).toBe("    at Report (https://a.example/assets/x.js:3:12)\n    at https://a.example/y.js:1:2");
  expect(scrubStack("Report@https://a.example/x.js?key=1:3:12\nmaya@example.com")).toBe("Report@https://a.example/x.js:3:12");
});

it("keeps no id of a path", () => {
  expect(scrubPath("/desk/applications/0192f0c1-0000")).toBe("/desk/applications/[id]");
  expect(scrubPath("/")).toBe("/");
});

import { expect, test } from "vitest";
import { formatPhone } from "./phone.ts";

test.each([
  ["+12125550142", "(212) 555-0142"],
  ["2125550142", "(212) 555-0142"],
  ["(212) 555-0142", "(212) 555-0142"],
  ["212.555.0142", "(212) 555-0142"],
  ["+442079460958", "+442079460958"],
  ["ext. 12", "ext. 12"],
])("formats %s as %s", (number, shown) => {
  expect(formatPhone(number)).toBe(shown);
});

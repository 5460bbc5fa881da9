import { beforeEach, expect, test, vi } from "vitest";
import { moveToScreen } from "./navigation.ts";

const go = (to: unknown) => history.replaceState(null, "", String(to));

beforeEach(() => {
  history.replaceState(null, "", "/signup");
  document.body.innerHTML = "<main id=main></main>";
});

test.each([
  ["a new page", "/job-search", {}],
  ["a redirect to another page, as after sign-up", "/job-search", { replace: true }],
])("%s scrolls to the top", (_, to, options) => {
  const scroll = vi.spyOn(globalThis, "scrollTo").mockReturnValue();
  moveToScreen(go, to, options);
  expect(scroll).toHaveBeenCalledWith(0, 0);
});

test("a query change on the same page keeps the scroll position", () => {
  const scroll = vi.spyOn(globalThis, "scrollTo").mockReturnValue();
  moveToScreen(go, "/signup?sort=pay", { replace: true });
  expect(scroll).not.toHaveBeenCalled();
});

test.each([
  { moves: "a pushed page", options: {}, fades: true },
  { moves: "a redirect", options: { replace: true }, fades: false },
])("$moves fades in: $fades", ({ options, fades }) => {
  moveToScreen(go, "/job-search", options);
  expect(document.getElementById("main")?.style.animation.startsWith("fade ")).toBe(fades);
});

import { beforeEach, expect, test, vi } from "vitest";
import { moveToScreen } from "./navigation.ts";

const animate = vi.fn(); // Happy DOM has no animations.
const go = (to: unknown) => history.replaceState(null, "", String(to));

beforeEach(() => {
  history.replaceState(null, "", "/signup");
  const main = Object.assign(document.createElement("main"), { id: "main", animate: animate.mockReset() });
  document.body.replaceChildren(main);
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
  { moves: "a pushed page", reduced: false, options: {}, fades: true },
  { moves: "a redirect", reduced: false, options: { replace: true }, fades: false },
  { moves: "a pushed page with reduced motion", reduced: true, options: {}, fades: false },
])("$moves fades in: $fades", ({ reduced, options, fades }) => {
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
  moveToScreen(go, "/job-search", options);
  expect(animate.mock.calls.map(([frames]: unknown[]) => frames)).toEqual(fades ? [{ opacity: [0, 1] }] : []);
});

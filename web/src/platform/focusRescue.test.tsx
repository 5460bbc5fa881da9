import { render, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { rescueFocus } from "./focusRescue.ts";

function Page({ left, children }: { left: readonly string[]; children?: React.ReactNode }) {
  useEffect(rescueFocus, []);
  return (
    <main tabIndex={-1}>
      <section aria-label="People">
        {left.map((name) => (
          <button key={name} type="button">
            {name}
          </button>
        ))}
      </section>
      {children}
    </main>
  );
}

// There is no layout here: what is in the document is shown.
beforeEach(() => {
  vi.spyOn(Element.prototype, "getClientRects").mockImplementation(function (this: Element) {
    return (this.isConnected ? [{}] : []) as unknown as DOMRectList;
  });
});

it("moves the focus to the place around a button that is gone, which is no stop of Tab", async () => {
  const { rerender } = render(<Page left={["Ana", "Ben"]} />);
  screen.getByRole("button", { name: "Ben" }).focus();
  rerender(<Page left={["Ana"]} />);
  const place = screen.getByRole("region", { name: "People" });
  await waitFor(() => expect(document.activeElement).toBe(place));
  screen.getByRole("button", { name: "Ana" }).focus();
  expect(place.hasAttribute("tabindex")).toBe(false);
});

it("leaves the focus to what takes it", async () => {
  const { rerender } = render(<Page left={["Ana"]} />);
  screen.getByRole("button", { name: "Ana" }).focus();
  rerender(
    <Page left={[]}>
      <h2 ref={(heading) => heading?.focus()} tabIndex={-1}>
        Done
      </h2>
    </Page>,
  );
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  expect(document.activeElement).toBe(screen.getByRole("heading"));
});

it("leaves the focus on the body after a click next to the controls", async () => {
  const { rerender } = render(<Page left={["Ana", "Ben"]} />);
  const button = screen.getByRole("button", { name: "Ben" });
  button.focus();
  button.blur();
  await new Promise((resolve) => setTimeout(resolve));
  rerender(<Page left={["Ana"]} />);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  expect(document.activeElement).toBe(document.body);
});

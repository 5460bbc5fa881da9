import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { expect, test } from "vitest";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Drawer } from "./Drawer.tsx";

function Menu() {
  const drawer = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button onClick={() => drawer.current?.showModal()}>Menu</button>
      <Drawer id="menu" ref={drawer} title="Menu">
        <AppLink href="/get-started">Find Jobs</AppLink>
      </Drawer>
    </>
  );
}

test("the drawer opens above the page, and closes with a press outside, not inside", async () => {
  const user = userEvent.setup();
  render(<Menu />);
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Menu" }));
  const drawer = screen.getByRole<HTMLDialogElement>("dialog", { name: "Menu" });
  expect(drawer.open).toBe(true);
  await user.click(screen.getByRole("link", { name: "Find Jobs" }));
  expect(drawer.open).toBe(true);
  await user.click(drawer);
  expect(drawer.open).toBe(false);
});

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Drawer } from "./Drawer.tsx";

function Menu() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Menu</button>
      <Drawer open={open} onClose={() => setOpen(false)} title="Menu"><a href="/jobs">Find Jobs</a></Drawer>
    </>
  );
}

test("the drawer takes the focus, Escape closes it, and the focus goes back", async () => {
  const user = userEvent.setup();
  render(<Menu />);
  await user.click(screen.getByRole("button", { name: "Menu" }));
  const drawer = screen.getByRole("dialog", { name: "Menu" });
  expect(drawer.contains(document.activeElement)).toBe(true);
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Menu" })));
});

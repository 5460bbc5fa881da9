import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { Field } from "./Field.tsx";

const describedBy = (element: HTMLElement) =>
  element
    .getAttribute("aria-describedby")
    ?.split(" ")
    .map((id) => document.getElementById(id)?.textContent);

test("an input has its label, and is described by its hint and its error", () => {
  render(<Field label="Zip code" hint="Five figures." error="This is too short." inputMode="numeric" />);
  const input = screen.getByRole("textbox", { name: "Zip code" });
  expect(describedBy(input)).toEqual(["Five figures.", "This is too short."]);
  expect(input.getAttribute("aria-invalid")).toBe("true");
});

test("an input without hint and error references nothing", () => {
  render(<Field label="First Name" />);
  const input = screen.getByRole("textbox", { name: "First Name" });
  expect(input.hasAttribute("aria-describedby")).toBe(false);
  expect(input.hasAttribute("aria-invalid")).toBe(false);
});

test("another control uses the same ids", () => {
  render(
    <Field label="Job Title" error="Pick one.">
      {(ids) => (
        <select {...ids}>
          <option>Bartender</option>
        </select>
      )}
    </Field>,
  );
  expect(describedBy(screen.getByRole("combobox", { name: "Job Title" }))).toEqual(["Pick one."]);
});

test("a password can be shown and hidden again, and keeps its value", async () => {
  const user = userEvent.setup();
  render(<PasswordField label="Password" />);
  const input = screen.getByLabelText<HTMLInputElement>(/Password/);
  await user.type(input, "quiet kitchen");
  expect(input.type).toBe("password");
  const toggle = screen.getByRole("button", { name: "Show" });
  expect(describedBy(toggle)).toEqual(["Password"]);
  await user.click(toggle);
  expect([input.type, input.value]).toEqual(["text", "quiet kitchen"]);
  await user.click(screen.getByRole("button", { name: "Hide" }));
  expect(input.type).toBe("password");
});

test("a paste that doesn't fit is refused with the limit, and what was there stays", async () => {
  const user = userEvent.setup();
  render(<Field label="Address" maxLength={20} defaultValue="https://" />);
  const input = screen.getByRole<HTMLInputElement>("textbox", { name: "Address" });
  await user.click(input);
  await user.paste("receiver.example/hook?key=1");
  expect(input.value).toBe("https://");
  expect(describedBy(input)).toEqual(["This text has 27 characters, and only 20 fit here. Nothing was pasted."]);
  await user.paste("a.example");
  expect(input.value).toBe("https://a.example");
  expect(input.hasAttribute("aria-describedby")).toBe(false);
});

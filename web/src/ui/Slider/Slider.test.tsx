import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Slider } from "./Slider.tsx";

test("the slider announces its formatted value and reports a number", () => {
  const onChange = vi.fn<(value: number) => void>();
  render(<Slider min={15} max={35} value={20} onChange={onChange} label="Lowest hourly pay" format={(value) => `$${value} an hour`} />);
  const slider = screen.getByRole("slider", { name: "Lowest hourly pay" });
  expect(slider.getAttribute("aria-valuetext")).toBe("$20 an hour");
  fireEvent.change(slider, { target: { value: "22" } });
  expect(onChange).toHaveBeenCalledExactlyOnceWith(22);
});

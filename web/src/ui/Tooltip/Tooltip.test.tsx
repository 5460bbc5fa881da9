import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { Tooltip, TooltipGroup } from "./Tooltip.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});

async function wait(ms: number) {
  await act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
}

function hover(name: string) {
  fireEvent.pointerMove(screen.getByRole("button", { name }), { pointerType: "mouse" });
}

function leave(name: string) {
  fireEvent.keyDown(document, { key: "Escape" }); // With a real pointer, leaving closes it; without a layout, Escape does.
  fireEvent.pointerLeave(screen.getByRole("button", { name }), { pointerType: "mouse" });
}

function Buttons() {
  return (
    <TooltipGroup>
      <Tooltip text="Opens the report">
        <button>Report</button>
      </Tooltip>
      <Tooltip text="Plays your answers">
        <button>Recording</button>
      </Tooltip>
    </TooltipGroup>
  );
}

test("a tooltip opens after exactly 700 ms on hover", async () => {
  render(<Buttons />);
  hover("Report");
  await wait(690);
  expect(screen.queryByRole("tooltip")).toBeNull();
  await wait(20);
  expect(screen.getByRole("tooltip").textContent).toBe("Opens the report");
});

test.each([
  [200, true],
  [400, false],
])("%i ms after one tooltip closed, the next one opens immediately: %s", async (pause, atOnce) => {
  render(<Buttons />);
  hover("Report");
  await wait(710);
  leave("Report");
  await wait(pause);
  hover("Recording");
  await wait(10);
  expect(screen.queryByRole("tooltip")?.textContent).toBe(atOnce ? "Plays your answers" : undefined);
});

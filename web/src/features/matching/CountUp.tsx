import { useState } from "react";
import { formatCount } from "#/format/numbers.ts";
import { useElapsed } from "#/platform/clock.ts";
import { useReducedMotion } from "#/platform/motion.ts";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";

const COUNT_MS = 800;
const FRAME_MS = 40;

/** A whole number that counts up once when it appears. Screen readers get the final number. */
export function CountUp({ to, format = formatCount }: { to: number; format?: (value: number) => string }) {
  const still = useReducedMotion();
  const [counting, setCounting] = useState(!still);
  const elapsed = useElapsed(counting ? FRAME_MS : null);
  if (counting && elapsed >= COUNT_MS) setCounting(false);
  if (!counting) return format(to);
  const left = 1 - Math.min(elapsed / COUNT_MS, 1);
  return (
    <>
      <span aria-hidden="true">{format(Math.round(to * (1 - left ** 3)))}</span>
      <VisuallyHidden>{format(to)}</VisuallyHidden>
    </>
  );
}

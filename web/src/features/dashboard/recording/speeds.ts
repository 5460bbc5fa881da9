import { m } from "#/messages.gen/messages.js";

/** How fast a recording plays, as multiples of real time. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;
export type Speed = (typeof SPEEDS)[number];

/** Such as "1.5×". */
export function formatSpeed(speed: Speed): string {
  return m.dashboard_recording_times({ speed });
}

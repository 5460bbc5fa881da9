/** Formats whole seconds as `M:SS`: 42 gives 0:42, 68.9 gives 1:08. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

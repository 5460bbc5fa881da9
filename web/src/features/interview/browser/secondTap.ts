/** Two taps within this time and distance are one double tap. In milliseconds and pixels. */
const TOGETHER = 350;
const NEAR = 30;

/**
 * Ignores the second tap of a double tap on a button, until the returned function is called: the button under the
 * finger may have changed in between, for example to the one that ends an answer that has just started.
 */
export function ignoreSecondTaps(): () => void {
  let last: MouseEvent | undefined;
  const look = (event: MouseEvent) => {
    // Key presses have neither a position nor a count.
    if (event.detail === 0 || !(event.target as Element).closest("button, a")) return;
    const isSecond = event.detail > 1 || (last !== undefined && belongsTo(last, event));
    last = event;
    if (!isSecond) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // A main button keeps the focus when its meaning changes: a held key presses it once.
  const hold = (event: KeyboardEvent) => {
    if (event.repeat && (event.target as Element).closest("button, a")) event.preventDefault();
  };
  document.addEventListener("click", look, { capture: true });
  document.addEventListener("keydown", hold, { capture: true });
  return () => {
    document.removeEventListener("click", look, { capture: true });
    document.removeEventListener("keydown", hold, { capture: true });
  };
}

/** Fallback for phones that do not count taps. */
function belongsTo(first: MouseEvent, second: MouseEvent): boolean {
  const near = Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY) < NEAR;
  return near && second.timeStamp - first.timeStamp < TOGETHER;
}

/** Two taps within this time, at the same place, are one double tap. In milliseconds and pixels. */
const TOGETHER = 350;
const NEAR = 30;

/**
 * Lets a button take the first tap of a double tap only, until the returned function is called: the second one would
 * press whatever has come under the finger meanwhile, such as the end of an answer that has just begun.
 */
export function ignoreSecondTaps(): () => void {
  let last: MouseEvent | undefined;
  const look = (event: MouseEvent) => {
    // A key has neither a place nor a count.
    if (event.detail === 0 || !(event.target as Element).closest("button, a")) return;
    const isSecond = event.detail > 1 || (last !== undefined && belongsTo(last, event));
    last = event;
    if (!isSecond) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // A main button keeps the focus when its meaning changes: a key that is held down presses it once.
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

/** Not every phone counts its taps. */
function belongsTo(first: MouseEvent, second: MouseEvent): boolean {
  const near = Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY) < NEAR;
  return near && second.timeStamp - first.timeStamp < TOGETHER;
}

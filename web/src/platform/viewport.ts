/** Whether the window has desktop width (the layout's own breakpoint). */
export function isWide(): boolean {
  return matchMedia("(width >= 56.25em)").matches;
}

/** Whether the window is as wide as a desktop's (the layout's own breakpoint). */
export function isWide(): boolean {
  return matchMedia("(width >= 56.25em)").matches;
}

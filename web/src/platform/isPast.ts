/** Whether a moment of the API is over. */
export function isPast(moment: string): boolean {
  return Date.parse(moment) < Date.now();
}

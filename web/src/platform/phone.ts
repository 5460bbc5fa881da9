/** Formats a phone number: "(212) 555-0142" for a US number in any notation; others are unchanged. */
export function formatPhone(number: string): string {
  const [, area, exchange, line] = /^\+?1?(\d{3})(\d{3})(\d{4})$/.exec(number.replaceAll(/[\s().-]/g, "")) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : number;
}

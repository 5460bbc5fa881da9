/** The codes of the countries that this installation serves, the usual one first. */
export function servedCountries(): string[] {
  const listed = typeof document === "undefined" ? null : document.querySelector<HTMLMetaElement>('meta[name="countries"]');
  return (listed?.content || "US").split(",");
}

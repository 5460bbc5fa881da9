/** The codes of the countries that this installation serves, the usual one first. */
export function servedCountries(): string[] {
  const listed = typeof document === "undefined" ? null : document.querySelector<HTMLMetaElement>('meta[name="countries"]');
  return (listed?.content || "US").split(",");
}

/** The usual country of this installation. */
export function homeCountry(): string {
  return servedCountries()[0] ?? "US";
}

/** Whether a form here accepts places of a country. Who serves the United States serves Puerto Rico. */
export function isServed(code: string): boolean {
  return servedCountries().includes(code) || (code === "PR" && servedCountries().includes("US"));
}

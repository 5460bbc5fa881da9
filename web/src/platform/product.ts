/** The product's name, as configured: the server writes it into the page. */
export function productName(): string {
  // A prerendered page has no document; the server inserts the name there, too.
  if (typeof document === "undefined") return "Dayshift";
  const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
  return name || "Dayshift";
}

/** The calendar on /schedule: our own booking page, or the URL of an external one from the settings. */
export function calendarUrl(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="scheduling-url"]')?.content || "/book";
}

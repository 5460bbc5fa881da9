/** The product's name as this installation is configured: the server writes it into the page. */
export function productName(): string {
  // A page that is drawn ahead has no document; the server writes the name into it as well.
  if (typeof document === "undefined") return "Dayshift";
  const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
  return name || "Dayshift";
}

/** The calendar that /schedule shows: our own booking page, or the address of another one from the settings. */
export function calendarUrl(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="scheduling-url"]')?.content || "/book";
}

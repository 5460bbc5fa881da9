/** The product's name as this installation is configured: the server writes it into the page. */
export function productName(): string {
  const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
  return name || "Dayshift";
}

/** In which of the languages that our mails are written in this person reads: the phone's own, else English. */
export function mailLanguage(): "en" | "es" {
  return navigator.language.toLowerCase().startsWith("es") ? "es" : "en";
}

import { chooseLanguage, hasChosenLanguage, type Language, pageLanguage } from "#/platform/language.ts";

/** Shows the desk in the member's language, unless this browser has chosen one. */
export function followLanguage(language: Language): void {
  if (!hasChosenLanguage() && pageLanguage() !== language) chooseLanguage(language);
}

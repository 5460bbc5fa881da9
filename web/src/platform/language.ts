export type Language = "en" | "es";

const COOKIE = "dayshift_language";
const YEAR_SECONDS = 31_536_000;

/** The language this page speaks. The server answers with the page of the one that was chosen, else of the browser's. */
export function pageLanguage(): Language {
  return document.documentElement.lang.startsWith("es") ? "es" : "en";
}

/** Whether somebody has chosen a language in this browser. */
export function hasChosenLanguage(): boolean {
  return document.cookie.includes(`${COOKIE}=`);
}

/** Goes on in `language`: the same place, in another page. */
export function chooseLanguage(language: Language): void {
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  location.reload();
}

/** The addresses that choose a language, '/es', show the first page: from there on it has its own address. */
export function leaveLanguageAddress(): void {
  if (["/en", "/es"].includes(location.pathname)) history.replaceState(history.state, "", "/");
}

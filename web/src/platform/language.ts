export type Language = "en" | "es";

const COOKIE = "dayshift_language";
const YEAR_SECONDS = 31_536_000;

/** The page's language. The server picks the page by the chosen language, else by the browser's. */
export function pageLanguage(): Language {
  return document.documentElement.lang.startsWith("es") ? "es" : "en";
}

/** Whether a language was chosen in this browser. */
export function hasChosenLanguage(): boolean {
  return document.cookie.includes(`${COOKIE}=`);
}

/** Reloads the current page in `language`. */
export function chooseLanguage(language: Language): void {
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  location.reload();
}

/** The URLs that choose a language, such as '/es', show the landing page, which then gets its own URL. */
export function leaveLanguageAddress(): void {
  if (["/en", "/es"].includes(location.pathname)) history.replaceState(history.state, "", "/");
}

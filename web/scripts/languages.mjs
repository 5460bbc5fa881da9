/** The languages of the app, the first being what a missing message falls back to. */
export const LANGUAGES = ["en", "es"];

/** How messages are compiled. The cookie is the server's too: it answers with the page of that language. */
export const MESSAGES = {
  project: "./project.inlang",
  outdir: "./src/messages.gen",
  strategy: ["cookie", "preferredLanguage", "baseLocale"],
  cookieName: "dayshift_language",
};

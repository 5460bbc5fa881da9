/** The languages of the app; missing messages fall back to the first one. */
export const LANGUAGES = ["en", "es"];

/** Compiler options for the messages. The server reads the same cookie and responds with the page of that language. */
export const MESSAGES = {
  project: "./project.inlang",
  outdir: "./src/messages.gen",
  strategy: ["cookie", "preferredLanguage", "baseLocale"],
  cookieName: "dayshift_language",
};

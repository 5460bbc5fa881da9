import type { AskedQuestion } from "#/api/deskPerson.queries.ts";

/** Returns the question, its levels and what was asked in a language, where the plan has it; answers stay as they were given. */
export function inLanguage(question: AskedQuestion, language: string): AskedQuestion {
  const found = question.translations.find((one) => one.language === language);
  if (!found) return question;
  const { competency, text, levels, asked } = found;
  const answers = question.answers.map((answer, at) => ({ ...answer, question: asked[at] ?? answer.question }));
  return { ...question, competency, text, levels, answers };
}

/** Whether a question can be shown in this language and was asked in another. */
export function isTranslated(question: AskedQuestion, language: string): boolean {
  return question.language !== language && question.translations.some((one) => one.language === language);
}

/** Such as "Spanish", in the language of the page. */
export function nameOfLanguage(language: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? language;
}

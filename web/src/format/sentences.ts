/** Returns somebody's words without their last period, for a sentence that adds its own: "2 p. m. a 10 p. m." Times do not break. */
export function inSentence(words: string): string {
  return keepTimes(words.replace(/\.$/, ""));
}

/** Somebody's words, whose lines do not break before AM or PM. */
export function keepTimes(words: string): string {
  return words.replaceAll(/(\d) (?=[AP]M\b|[ap]\. ?m\b)/gi, "$1\u00a0");
}

/** A text at the beginning of a sentence or of a heading: days begin with a small letter in Spanish. */
export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

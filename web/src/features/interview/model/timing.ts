/** Delays and timeouts of the interview, in milliseconds. */

/** Between the introduction and the first question. */
export const FIRST_QUESTION_DELAY = 1_000;
/** Between a saved answer and the next question. */
export const NEXT_QUESTION_DELAY = 1_500;
/** The last word is often still being spoken when the button is pressed. */
export const STOP_ANSWER_DELAY = 1_000;
/** How long a take may need to reach this device's storage after it ended. */
export const RECORDING_WAIT = 2_000;
/** After the expected time, before we ask whether the answer is done. Only the button ends an answer. */
export const LISTENING_TIMEOUT = 10_000;
/** For a question without an expected duration. */
export const DEFAULT_EXPECTED = 90_000;
/** Between the end of the interview and the thank-you page. */
export const COMPLETION_DELAY = 2_000;
/** The next question is asked as planned if the server has not reworded it by then. */
export const ADAPT_TIMEOUT = 4_000;
/** Before a spoken answer is saved automatically. */
export const SAVE_DELAY = 10_000;

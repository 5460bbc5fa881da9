import type { InterviewRecord } from "./types.ts";

/** The text of an answer that has none: nothing was said, or nothing is written down yet. */
export const NO_RESPONSE = "(No response provided)";

/**
 * Whose text an answer has: that of the transcript, with how surely it is right, or `own`, which needs no check. `awaited`:
 * it is being written down; `missing`: there is none.
 */
export type TextState = "heard" | "doubtful" | "unclear" | "silent" | "awaited" | "own" | "missing";

type Answer = InterviewRecord["responses"][number];

export function textStateOf({ responseText, originalText, mode, wordsAwaited, understood, confirmedAt }: Answer): TextState {
  if (wordsAwaited) return "awaited";
  const own = responseText === NO_RESPONSE || responseText.trim() === "" ? "missing" : "own";
  const isTranscript = mode === "spoken" && originalText === null && understood !== null;
  if (!isTranscript || (understood === "silent" && own === "own")) return own;
  return confirmedAt !== null && understood !== "silent" ? "heard" : understood;
}

/** Whether the server is still writing down what was said. */
export function awaitsWords(interview: Pick<InterviewRecord, "responses"> | undefined): boolean {
  return interview?.responses.some(({ wordsAwaited }) => wordsAwaited) ?? false;
}

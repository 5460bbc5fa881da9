import type { Interview } from "#/api/types.ts";

const SCORING_MS = 4000;
/** Polling interval while the server writes down what was said. */
export const WORDS_MS = 4000;
const RECORDING_MS = 30_000;

/**
 * Returns the polling interval of the interviews in ms: short while answers are being scored, longer while a recording
 * is being uploaded, false when no change is expected.
 */
export function reloadAfter(interviews: readonly Interview[] | undefined): number | false {
  const completed = interviews?.filter(({ status }) => status === "completed") ?? [];
  if (completed.some(({ scoring }) => scoring === "pending")) return SCORING_MS;
  const waiting = completed.some(({ awaitsRecording }) => awaitsRecording);
  return waiting ? RECORDING_MS : false;
}

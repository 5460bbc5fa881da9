import type { Interview } from "#/api/types.ts";

const SCORING_MS = 4000;
const RECORDING_MS = 30_000;

/**
 * After how many ms the interviews are worth asking for again: soon while answers are being read, at leisure
 * while a recording is on its way from the phone, never (false) when nothing will change by itself.
 */
export function reloadAfter(interviews: readonly Interview[] | undefined): number | false {
  const completed = interviews?.filter(({ status }) => status === "completed") ?? [];
  if (completed.some(({ scoring }) => scoring === "pending")) return SCORING_MS;
  const waiting = completed.some(({ awaitsRecording }) => awaitsRecording);
  return waiting ? RECORDING_MS : false;
}

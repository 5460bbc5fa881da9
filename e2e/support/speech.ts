import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ORACLE, PYTHON } from "./paths.ts";

/** Text that the fake microphone repeats. */
export const SPOKEN = "I cook breakfast for eighty guests every morning and I keep my station clean.";

/** Likewise, in Spanish. */
export const SPOKEN_IN_SPANISH = "Trabajé tres años como cocinero en un restaurante. Los viernes enseñaba a los nuevos.";

/** Content of a recording. */
export interface RecordingAnalysis {
  videoSeconds: number;
  audioSeconds: number;
  /** Longest time between two video frames, in seconds. */
  longestGap: number;
  words: string;
  /** Word error rate of the part of the recording that matches the spoken text best. */
  wordErrorRate: number;
}

/** Decodes a recording and recognizes its speech. */
export async function analyzeRecording(file: string, expected = SPOKEN): Promise<RecordingAnalysis> {
  const { stdout } = await promisify(execFile)(PYTHON, [ORACLE, file, expected]);
  return JSON.parse(stdout) as RecordingAnalysis;
}

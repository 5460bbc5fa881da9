import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ORACLE, PYTHON } from "./paths.ts";

/** What the voice at the microphone says, over and over. */
export const SPOKEN = "I cook breakfast for eighty guests every morning and I keep my station clean.";

/** What is in a recording. */
export interface Heard {
  /** Of the picture and of the sound, in seconds. */
  videoSeconds: number;
  audioSeconds: number;
  /** The longest hole between two pictures, in seconds. */
  longestGap: number;
  words: string;
  /** Share of the spoken words that were not recognised, where they were recognised best. */
  wordErrorRate: number;
}

/** Decodes a recording and recognises the words in it. */
export async function hear(file: string, expected = SPOKEN): Promise<Heard> {
  const { stdout } = await promisify(execFile)(PYTHON, [ORACLE, file, expected]);
  return JSON.parse(stdout) as Heard;
}

/** Paths of programs and of the temporary files of one run. */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const PROJECT = join(__dirname, "..", "..");
const BIN = join(PROJECT, ".venv", "bin");

export const SERVER_PROGRAM = join(BIN, "dayshift");
export const PYTHON = join(BIN, "python");
export const ORACLE = join(__dirname, "..", "oracle.py");

/** Folder of this run. The runner creates it; its workers inherit it through the environment. */
const RUN = (process.env.DAYSHIFT_E2E_RUN ??= mkdtempSync(join(tmpdir(), "dayshift-e2e-")));

/** Audio for the fake microphone. */
export const SPEECH_FILE = join(RUN, "speech.wav");
/** Pictures for the fake camera, where it is not the browser's moving test picture. */
export const CAMERA_FILE = join(RUN, "camera.y4m");
export const SPANISH_SPEECH_FILE = join(RUN, "speech-es.wav");
/** Data folder with the sample catalog, copied for each server. */
export const FRESH_DATA = join(RUN, "fresh");

export function dataFolder(worker: number): string {
  return join(RUN, `server-${worker}`);
}

export { RUN as RUN_FOLDER };

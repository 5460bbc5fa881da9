/** Where things are: this project's programs, and what one run leaves behind while it lasts. */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BIN = join(__dirname, "..", "..", ".venv", "bin");

export const SERVER_PROGRAM = join(BIN, "dayshift");
export const PYTHON = join(BIN, "python");
export const ORACLE = join(__dirname, "..", "oracle.py");

/** The folder of this run. The runner makes it; its workers, who read the configuration too, inherit it. */
const RUN = (process.env.DAYSHIFT_E2E_RUN ??= mkdtempSync(join(tmpdir(), "dayshift-e2e-")));

/** What the microphone hears. */
export const SPEECH_FILE = join(RUN, "speech.wav");
/** A data folder with the sample catalogue, copied for each server. */
export const FRESH_DATA = join(RUN, "fresh");

export function dataFolder(worker: number): string {
  return join(RUN, `server-${worker}`);
}

export { RUN as RUN_FOLDER };

import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { FRESH_DATA, PROJECT, PYTHON, RUN_FOLDER, SERVER_PROGRAM, SPANISH_SPEECH_FILE, SPEECH_FILE } from "./paths.ts";
import { serverEnvironment } from "./server.ts";
import { SPOKEN, SPOKEN_IN_SPANISH } from "./speech.ts";

/** Creates the microphone audio and the sample data before the first journey. Returns the teardown function. */
export default function globalSetup(): () => void {
  execFileSync("flite", ["-voice", "rms", "-t", SPOKEN, "-o", SPEECH_FILE]);
  execFileSync(PYTHON, ["-m", "tests.speaker", SPOKEN_IN_SPANISH, "es", SPANISH_SPEECH_FILE], { cwd: PROJECT });
  execFileSync(SERVER_PROGRAM, ["sample"], {
    env: serverEnvironment(FRESH_DATA),
  });
  return () => rmSync(RUN_FOLDER, { recursive: true, force: true });
}

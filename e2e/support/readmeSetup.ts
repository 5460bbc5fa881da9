import { execFileSync } from "node:child_process";
import globalSetup from "./globalSetup.ts";
import { CAMERA_FILE, PROJECT, PYTHON, SPEECH_FILE } from "./paths.ts";

/** As for the journeys, but a person of the demo is at the camera and the microphone. Returns the teardown function. */
export default function readmeSetup(): () => void {
  const teardown = globalSetup();
  execFileSync(PYTHON, ["e2e/actor.py", "rosa", "experience", CAMERA_FILE, SPEECH_FILE], { cwd: PROJECT });
  return teardown;
}

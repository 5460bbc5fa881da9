import { useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import type { InterviewView } from "../model/view.ts";

/** Whether it is recording. While an answer is reviewed, its last words may still be recorded. */
export function isRecording(view: InterviewView): boolean {
  return (view.at === "answering" || view.at === "checking") && view.recording;
}

/**
 * Announces to screen readers when the recording starts and stops, or that a typed answer is not recorded. It is
 * outside the screens so that it stays mounted.
 */
export function RecordingStatus({ view }: { view: InterviewView }) {
  const on = isRecording(view);
  const never = view.at === "answering" && view.capture === null;
  const [begun, setBegun] = useState(on);
  if ((on || never) && !begun) setBegun(true);
  return <VisuallyHidden role="status">{on ? m.interview_recording() : begun && m.interview_not_recording()}</VisuallyHidden>;
}

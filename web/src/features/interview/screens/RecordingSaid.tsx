import { useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import type { InterviewView } from "../model/view.ts";

/** Whether the recording goes on at this moment, also for the last words of an answer that is already being checked. */
export function isRecording(view: InterviewView): boolean {
  return (view.at === "answering" || view.at === "checking") && view.recording;
}

/**
 * Says once that the recording has begun, and once that it has ended, or that there is none of an answer that is only
 * typed. It outlives the screens, which come and go.
 */
export function RecordingSaid({ view }: { view: InterviewView }) {
  const on = isRecording(view);
  const never = view.at === "answering" && view.capture === null;
  const [begun, setBegun] = useState(on);
  if ((on || never) && !begun) setBegun(true);
  return <VisuallyHidden role="status">{on ? m.interview_recording() : begun && m.interview_not_recording()}</VisuallyHidden>;
}

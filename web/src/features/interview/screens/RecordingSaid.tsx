import { useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import type { InterviewView } from "../model/view.ts";

/** Says once that the recording has begun, and once that it has ended. It outlives the screens, which come and go. */
export function RecordingSaid({ view }: { view: InterviewView }) {
  const on = view.at === "answering" && view.recording;
  const [begun, setBegun] = useState(on);
  if (on && !begun) setBegun(true);
  return <VisuallyHidden role="status">{on ? m.interview_recording() : begun && m.interview_not_recording()}</VisuallyHidden>;
}

/** A scripted server: responses arrive only when a test sends them. */

import type { Interview, InterviewApi, Question, WrittenAnswer } from "../model/ports.ts";

/** A promise that a test settles. */
interface Pending<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: unknown) => void;
}

function pending<T>(): Pending<T> {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // A test that ignores a rejection must not fail because of it.
  promise.catch(() => {});
  return { promise, resolve, reject };
}

export class FakeApi implements InterviewApi {
  readonly calls: string[] = [];
  opening = pending<{ interview: Interview } | "consent-needed">();
  adapting = pending<Question | null>();
  completing = pending<void>();
  recording = pending<void>();

  open = () => this.opening.promise;
  openRecording = () => {
    this.calls.push("openRecording");
    return this.recording.promise;
  };
  closeRecording = async () => void this.calls.push("closeRecording");
  adapt = () => {
    this.adapting = pending();
    return this.adapting.promise;
  };
  /** The answers being polled, and the callback for their transcripts. */
  written: { orders: readonly number[]; changed: (answers: WrittenAnswer[]) => void } | null = null;
  watchWritten: InterviewApi["watchWritten"] = (_id, orders, changed) => {
    this.written = { orders, changed };
    return () => void (this.written = null);
  };
  complete = () => {
    this.calls.push("complete");
    this.completing = pending();
    return this.completing.promise;
  };
}

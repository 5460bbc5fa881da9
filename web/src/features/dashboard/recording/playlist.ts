import { NO_RESPONSE } from "#/api/answers.ts";
import type { InterviewRecord } from "#/api/types.ts";

type Take = InterviewRecord["takes"][number];

/** One answer: the question, the answer with the text that is scored, and its recording if there is one. */
export interface Said {
  order: number;
  question: string;
  answer: InterviewRecord["responses"][number];
  /** Whether the text was typed, and so differs from the audio. */
  typed: boolean;
  /** The transcript before the person corrected it. */
  heard: string | null;
  take: Take | null;
}

/** An answer with a playable recording. */
export type Playable = Said & { take: Take & { url: string } };

/** Returns all answers of an interview, in order. */
export function saidIn({ responses, takes }: Pick<InterviewRecord, "responses" | "takes">): Said[] {
  return responses
    .map((answer) => ({
      order: answer.responseOrder,
      question: answer.questionText,
      answer,
      typed: answer.mode === "typed",
      heard: answer.corrected && answer.mode === "spoken" && answer.originalText !== NO_RESPONSE ? answer.originalText : null,
      take: takes.find(({ number }) => number === answer.takeNumber) ?? null,
    }))
    .sort((a, b) => a.order - b.order);
}

export function isPlayable(said: Said): said is Playable {
  return said.take !== null && said.take.url !== null;
}

/** Returns the next playable answer after this position; undefined at the end. */
export function playsAfter(all: readonly Said[], order: number): Playable | undefined {
  return all.filter(isPlayable).find((said) => said.order > order);
}

import type { InterviewRecord } from "#/api/types.ts";

type Take = InterviewRecord["takes"][number];

/** One answer: the question, the text that is scored, and its recording if there is one. */
export interface Said {
  order: number;
  question: string;
  words: string;
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
    .map(({ responseOrder, questionText, responseText, originalText, corrected, mode, takeNumber }) => ({
      order: responseOrder,
      question: questionText,
      words: responseText,
      typed: mode === "typed",
      heard: corrected && mode === "spoken" ? originalText : null,
      take: takes.find(({ number }) => number === takeNumber) ?? null,
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

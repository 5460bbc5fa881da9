import type { InterviewRecord } from "#/api/types.ts";

type Take = InterviewRecord["takes"][number];

/** One answer: what was asked, the words that are scored, and its recording where there is one. */
export interface Said {
  order: number;
  question: string;
  words: string;
  /** The words were typed: they are not what is heard. */
  typed: boolean;
  /** What was heard, where the person has put that right. */
  heard: string | null;
  take: Take | null;
}

/** An answer that can be watched or heard. */
export type Playable = Said & { take: Take & { url: string } };

/** Everything that was said in an interview, in order. */
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

/** What plays after the answer of this order; undefined at the end. */
export function playsAfter(all: readonly Said[], order: number): Playable | undefined {
  return all.filter(isPlayable).find((said) => said.order > order);
}

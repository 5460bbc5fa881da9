/** The words of answers that were given before: put right by the person, or written down from the recording. */

import { type Context, interviewOf, LONGEST_TEXT, NO_RESPONSE } from "./context.ts";
import type { Kept, SavedAnswer, WrittenAnswer } from "./ports.ts";

/** The answers as the person wants them, where they differ from what has been kept. */
export function corrected(context: Context): SavedAnswer[] {
  return interviewOf(context).answers.flatMap((answer) => {
    const responseText = context.corrections[answer.order]?.trim().slice(0, LONGEST_TEXT);
    return responseText && responseText !== answer.responseText ? { ...answer, responseText } : [];
  });
}

/** The context after corrections have become safe here. */
export function correctionsKept(context: Context, { kept: safe, where }: Corrected): Partial<Context> {
  const interview = interviewOf(context);
  const texts = new Map(safe.map(({ order, responseText }) => [order, responseText]));
  const answers = interview.answers.map((answer) => ({
    ...answer,
    responseText: texts.get(answer.order) ?? answer.responseText,
  }));
  const before = context.uploads ?? [];
  const uploads = safe.map(({ order }) => {
    const nothing = { order, recording: "none", parts: { sent: 0, total: 0 } } as const;
    return { ...(before.find((upload) => upload.order === order) ?? nothing), words: "waiting", kept: where } as const;
  });
  return { interview: { ...interview, answers }, uploads: [...before.filter(({ order }) => !texts.has(order)), ...uploads] };
}

/** Corrections that are safe here, and the least safe place of them. */
export interface Corrected {
  kept: SavedAnswer[];
  where: Kept;
}

/** The context with what the server has written down, where there were no words; the person's own stay. */
export function writtenDown(context: Context, written: readonly WrittenAnswer[]): Partial<Context> {
  const interview = interviewOf(context);
  const texts = new Map(written.map(({ order, responseText }) => [order, responseText]));
  const answers = interview.answers.map((answer) =>
    answer.responseText === NO_RESPONSE
      ? { ...answer, responseText: texts.get(answer.order) ?? answer.responseText }
      : answer,
  );
  const settled = new Set(written.filter((one) => !one.awaited).map(({ order }) => order));
  return { interview: { ...interview, answers }, awaited: context.awaited.filter((order) => !settled.has(order)) };
}

/** The answers, by their order, whose words are still to be written down. */
export function wordless(context: Context): number[] {
  const { answers, transcribes } = interviewOf(context);
  return transcribes ? answers.filter((one) => one.responseText === NO_RESPONSE).map(({ order }) => order) : [];
}

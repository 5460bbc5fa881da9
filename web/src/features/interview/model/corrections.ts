/** Texts of earlier answers: corrected by the person, or transcribed from the recording. */

import { type Context, interviewOf, LONGEST_TEXT, NO_RESPONSE } from "./context.ts";
import type { Kept, SavedAnswer, WrittenAnswer } from "./ports.ts";

/** Returns the person's edits that differ from the stored answers. */
export function corrected(context: Context): SavedAnswer[] {
  return interviewOf(context).answers.flatMap((answer) => {
    const responseText = context.corrections[answer.order]?.trim().slice(0, LONGEST_TEXT);
    return responseText && responseText !== answer.responseText ? { ...answer, responseText } : [];
  });
}

/** Returns the context after corrections are stored on this device. */
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

/** Stores corrections on this device and returns the least durable place of them. */
export interface Corrected {
  kept: SavedAnswer[];
  where: Kept;
}

/** Returns the context with the server's transcripts for empty answers; the person's own text stays. */
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

/** Returns the answers, by number, that are still to be transcribed. */
export function wordless(context: Context): number[] {
  const { answers, transcribes } = interviewOf(context);
  return transcribes ? answers.filter((one) => one.responseText === NO_RESPONSE).map(({ order }) => order) : [];
}

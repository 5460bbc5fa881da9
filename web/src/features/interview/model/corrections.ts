/** Texts of earlier answers: corrected or confirmed by the person, or transcribed from the recording. */

import { NO_RESPONSE, type TextState } from "#/api/answers.ts";
import { type Context, interviewOf, MAX_TEXT } from "./context.ts";
import type { Kept, SavedAnswer, WrittenAnswer } from "./ports.ts";

/** Returns the person's edits that differ from the stored answers, and the texts that they confirm. */
export function corrected(context: Context): SavedAnswer[] {
  return interviewOf(context).answers.flatMap((answer) => {
    const responseText = edited(context, answer);
    if (responseText !== null) return [{ ...answer, responseText, spokenTake: undefined }];
    return context.confirming.includes(answer.order) ? [answer] : [];
  });
}

function edited({ corrections }: Context, { order, responseText }: SavedAnswer): string | null {
  const text = corrections[order]?.trim().slice(0, MAX_TEXT);
  return text && text !== responseText ? text : null;
}

/** Returns the context after corrections are stored on this device. */
export function correctionsKept(context: Context, { kept: safe, where }: Corrected): Partial<Context> {
  const interview = interviewOf(context);
  const changed = new Map(safe.map((answer) => [answer.order, answer]));
  const answers = interview.answers.map((answer) => changed.get(answer.order) ?? answer);
  const before = context.uploads ?? [];
  const uploads = safe.map(({ order }) => {
    const nothing = { order, recording: "none", parts: { sent: 0, total: 0 } } as const;
    return { ...(before.find((upload) => upload.order === order) ?? nothing), words: "waiting", kept: where } as const;
  });
  return {
    interview: { ...interview, answers },
    uploads: [...before.filter(({ order }) => !changed.has(order)), ...uploads],
    confirming: context.confirming.filter((order) => !changed.has(order)),
    confirmed: [...context.confirmed, ...context.confirming.filter((order) => changed.has(order))],
  };
}

/** Stores corrections on this device and returns the least durable place of them. */
export interface Corrected {
  kept: SavedAnswer[];
  where: Kept;
}

/** Returns the context with the server's transcripts of spoken answers; the person's own text stays. */
export function writtenDown(context: Context, written: readonly WrittenAnswer[]): Partial<Context> {
  const interview = interviewOf(context);
  const here = Object.fromEntries(written.map((one) => [one.order, one]));
  const answers = interview.answers.map((answer) => {
    const isOwn = answer.spokenTake === undefined || edited(context, answer) !== null;
    return isOwn ? answer : { ...answer, responseText: here[answer.order]?.responseText ?? answer.responseText };
  });
  return { interview: { ...interview, answers }, written: { ...context.written, ...here } };
}

/** Returns the spoken answers that the server transcribes, by number. */
export function transcribed(context: Context): number[] {
  const { answers, transcribes } = interviewOf(context);
  return transcribes ? answers.filter((one) => one.spokenTake !== undefined).map(({ order }) => order) : [];
}

/** Whose text an answer has now, and how surely it is right. */
export function textStateOf(context: Context, answer: SavedAnswer): TextState {
  const text = edited(context, answer) ?? answer.responseText;
  const own = text === NO_RESPONSE ? "missing" : "own";
  if (own === "missing" && answer.silent) return "silent";
  if (edited(context, answer) !== null || answer.spokenTake === undefined || !interviewOf(context).transcribes) return own;
  const written = context.written[answer.order];
  if (!written || written.awaited) return "awaited";
  if (written.understood === null || (written.understood === "silent" && own === "own")) return own;
  const isConfirmed = written.confirmed || context.confirmed.includes(answer.order);
  return isConfirmed && written.understood !== "silent" ? "heard" : written.understood;
}

import type { QueryClient } from "@tanstack/react-query";
import { client, unwrap } from "#/api/client.ts";
import { ApiError } from "#/api/errors.ts";
import {
  adaptNextQuestion,
  completeInterview,
  createInterview,
  giveConsent,
  interviewQuery,
  interviewsQuery,
  startInterview,
  startRecording,
  stopRecording,
  suggestionQuery,
} from "#/api/interviews.queries.ts";
import type { InterviewRecord, User } from "#/api/types.ts";
import { nowIso } from "#/platform/clock.ts";
import { pageLanguage } from "#/platform/language.ts";
import { forgetConsent, rememberedConsent } from "./browser/consent.ts";
import type { Interview, InterviewApi, WrittenAnswer } from "./model/ports.ts";

/** Milliseconds between two polls for pending transcripts. */
const LOOK_AGAIN = 2_000;

/** The interview's server port. `wanted` is the requested interview, if any. */
export function interviewApi(user: User, cache: QueryClient, wanted: string | null): InterviewApi {
  return {
    async open(signal, hasAnswers) {
      const found = await findInterview(user, cache, wanted);
      const consent = rememberedConsent(user.id);
      if (!found?.consentVersion && !consent) return "consent-needed";
      // Do not create an interview for a page that was left in the meantime.
      signal.throwIfAborted();
      const { id, consentVersion } = found ?? (await makeInterview(user, cache));
      const agree = async () => {
        if (!consentVersion && consent) await giveConsent(id, { ...consent, recording: true });
        return start(id, user, cache, { signal, translate: !(await hasAnswers(id)) });
      };
      const opened = await unlessConsentIsNeeded(agree);
      if (opened === "consent-needed") return opened;
      // The consent is for this interview only; the server has it now.
      forgetConsent();
      if (found?.status !== "in-progress") return opened;
      const { interview } = opened;
      return { interview: { ...interview, lastTake: await lastTakeOf(id, interview.lastTake) } };
    },
    openRecording: async (id) => void (await startRecording(id)),
    closeRecording: async (id) => void (await stopRecording(id)),
    async adapt(interview, remainingQuestions, signal) {
      const { jobTitle, companyName, answers } = interview;
      const previousResponses = answers.map(({ questionId, questionText, responseText, spokenTake }) => ({
        questionId,
        questionText,
        responseText,
        ...(spokenTake !== undefined && { takeNumber: spokenTake }),
      }));
      const context = { jobTitle, companyName, candidateName: user.firstName };
      const body = { remainingQuestions, previousResponses, context };
      return (await adaptNextQuestion(interview.id, body, signal)).adaptedQuestion;
    },
    watchWritten: (id, orders, changed) => watchWritten(() => written(cache, id, orders), orders.length, changed),
    async complete(id) {
      await completeInterview(id);
      await cache.invalidateQueries({ queryKey: ["interviews"] });
    },
  };
}

type Found = Pick<InterviewRecord, "id" | "consentVersion" | "status">;

/** Returns the requested interview, else one in progress, else one scheduled for now. */
async function findInterview(user: User, cache: QueryClient, wanted: string | null): Promise<Found | undefined> {
  const interviews = await cache.fetchQuery({ ...interviewsQuery(user.id), staleTime: 0 });
  const byId = interviews.find(({ id }) => id === wanted) ?? (wanted === null ? undefined : await findUnlisted(cache, wanted));
  const inProgress = interviews.find(({ status }) => status === "in-progress");
  return byId ?? inProgress ?? interviews.find(({ joinable }) => joinable);
}

/** Returns an interview that the list leaves out: one that starts at once, before its consent, such as an ordered one. */
async function findUnlisted(cache: QueryClient, id: string): Promise<Found | undefined> {
  try {
    return await cache.fetchQuery({ ...interviewQuery(id), staleTime: 0 });
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return undefined;
    throw error;
  }
}

async function makeInterview(user: User, cache: QueryClient): Promise<InterviewRecord> {
  const job = await cache.fetchQuery({ ...suggestionQuery, staleTime: 0 });
  const body = { ...job, userId: user.id, scheduledAt: nowIso(), language: pageLanguage() };
  return cache.getMutationCache().build(cache, createInterview).execute(body);
}

/** `translate`: ask in the page's language. The server ignores it once it has an answer. */
async function start(
  id: string,
  user: User,
  cache: QueryClient,
  { signal, translate }: { signal: AbortSignal; translate: boolean },
): Promise<{ interview: Interview }> {
  const language = translate ? pageLanguage() : null;
  const started = await startInterview(id, { participantName: fullName(user), userId: user.id, language }, signal);
  if (!started.roomUrl || !started.candidateToken) throw new Error("The interview has no room.");
  // Update other pages at once, even offline: this interview is in progress.
  cache.setQueryData(interviewsQuery(user.id).queryKey, (known = []) => [started.interview, ...known.filter((one) => one.id !== id)]);
  return { interview: { ...fromRecord(started.interview), transcribes: started.transcribes, followUp: started.followUp, ...callOf(started) } };
}

/** The consent text may have changed since: then the new one must be read. */
async function unlessConsentIsNeeded<T>(work: () => Promise<T>): Promise<T | "consent-needed"> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === "consent_required") return "consent-needed";
    throw error;
  }
}

/** Returns the highest take number in use; a take abandoned on another device is known only by its chunks. */
async function lastTakeOf(interviewId: string, known: number): Promise<number> {
  const take = known + 1;
  const path = { recording_id: interviewId, take };
  const chunks = unwrap(client.GET("/api/recordings/{recording_id}/takes/{take}/chunks", { params: { path } }));
  const used = await chunks.then(
    (reply) => reply.chunks.length > 0,
    (error: unknown) => {
      // Before the first recording there is none. Any other failure must not lead to a reused number.
      if (error instanceof ApiError && error.status === 404) return false;
      throw error;
    },
  );
  return used ? lastTakeOf(interviewId, take) : known;
}

/** An answer that is not listed is still on its way to the server. */
async function written(cache: QueryClient, id: string, orders: readonly number[]): Promise<WrittenAnswer[]> {
  const { responses, writingDelay } = await cache.fetchQuery({ ...interviewQuery(id), staleTime: 0 });
  const here = responses.filter(({ responseOrder }) => orders.includes(responseOrder));
  return here.map(({ responseOrder: order, responseText, wordsAwaited: awaited, confirmedAt, understood, language, passages }) => {
    return { order, responseText, awaited, delay: awaited ? writingDelay : null, understood, language, passages, confirmed: confirmedAt !== null };
  });
}

function watchWritten(look: () => Promise<WrittenAnswer[]>, expected: number, changed: (answers: WrittenAnswer[]) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const lookAgain = async () => {
    const answers = await look().catch(() => []);
    if (isOver) return;
    changed(answers);
    const isAllThere = answers.length === expected && answers.every(({ awaited }) => !awaited);
    if (!isAllThere) timer = setTimeout(() => void lookAgain(), LOOK_AGAIN);
  };
  void lookAgain();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim();
}

/** The room of the embedded provider is a page of ours, which only records. */
function callOf({ roomUrl, candidateToken: token }: { roomUrl: string; candidateToken: string }): Pick<Interview, "call"> {
  return roomUrl.startsWith("/") ? {} : { call: { roomUrl, token } };
}

type Known = Omit<Interview, "transcribes" | "followUp" | "call">;

function fromRecord({ id, jobTitle, companyName, questions, responses, takes }: InterviewRecord): Known {
  const answers = responses.map(({ responseOrder: order, questionId, questionText, responseText, ...given }) => ({
    order,
    questionId,
    questionText,
    responseText,
    ...(given.mode === "spoken" && given.originalText === null && given.takeNumber !== null && { spokenTake: given.takeNumber }),
  }));
  const lastTake = Math.max(0, ...takes.map(({ number }) => number));
  return { id, jobTitle, companyName, questions, answers, lastTake };
}

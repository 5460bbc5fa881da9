/** Actors of the state machine. Each holds one external resource open for exactly as long as its state lasts. */

import { fromCallback, fromPromise } from "xstate";
import type { Corrected } from "./corrections.ts";
import {
  type Answer,
  type BlockReason,
  type Capture,
  CaptureBlocked,
  type Chunk,
  type InterviewPreferences,
  type SpeechUnavailable,
  type UploadStatuses,
  type Interview,
  type Kept,
  type Ports,
  type Question,
  type SavedAnswer,
  type Segment,
  type TakeKey,
  type WrittenAnswer,
} from "./ports.ts";

/**
 * Loads the interview and merges what this device knows of it: an answer still being uploaded must not be asked again.
 */
export const opened = fromPromise(async ({ input: { ports }, signal }: { input: { ports: Ports }; signal: AbortSignal }) => {
  const hasAnswers = async (id: string) => {
    const { answers, unfinished } = await ports.queue.leftovers(id);
    return answers.length > 0 || unfinished !== null;
  };
  const answer = await ports.api.open(signal, hasAnswers);
  if (answer === "consent-needed") return answer;
  const { interview } = answer;
  const here = await ports.queue.leftovers(interview.id);
  const isHere = new Set(here.answers.map(({ order }) => order));
  const there = interview.answers.filter(({ order }) => !isHere.has(order));
  const answers = [...there, ...here.answers].sort((one, other) => one.order - other.order);
  const lastTake = Math.max(interview.lastTake, here.lastTake);
  return { interview: { ...interview, answers, lastTake }, unfinished: here.unfinished };
});

export type CameraNews = { type: "CAPTURE_OPENED"; capture: Capture } | { type: "CAPTURE_BLOCKED"; reason: BlockReason } | { type: "CAPTURE_LOST" };

/** Owns the camera: opens it on request, reports its loss, closes it at the end. */
export const camera = fromCallback<{ type: "OPEN"; kind: Capture["kind"] }, { ports: Ports }>(({ input, sendBack, receive }) => {
  const say = (news: CameraNews) => sendBack(news);
  let release = () => {};
  receive(({ kind }) => {
    release();
    const cancel = new AbortController();
    release = () => cancel.abort();
    input.ports.camera.open(kind, cancel.signal).then(
      (capture) => {
        if (cancel.signal.aborted) return capture.close();
        const unwatch = capture.onLost(() => say({ type: "CAPTURE_LOST" }));
        release = () => {
          unwatch();
          capture.close();
        };
        say({ type: "CAPTURE_OPENED", capture });
      },
      (error: unknown) => {
        if (cancel.signal.aborted) return;
        say({ type: "CAPTURE_BLOCKED", reason: error instanceof CaptureBlocked ? error.reason : "busy" });
      },
    );
  });
  return () => release();
});

type RecorderCommand = { type: "STOP" } | { type: "PAUSE" } | { type: "CONTINUE"; capture: Capture };
export type RecorderNews = { type: "RECORDED"; segments: Segment[] } | { type: "RECORDER_BROKEN" } | { type: "PIECE_KEPT"; where: Kept };

/** Records one take from invocation until stopped. Without a capture it records nothing. */
export const recorder = fromCallback<RecorderCommand, { ports: Ports; take: TakeKey; capture: Capture | null; firstSegment: number }>(
  ({ input: { ports, take, capture, firstSegment }, sendBack, receive }) => {
    const say = (news: RecorderNews) => sendBack(news);
    const keep = async (chunk: Chunk) => {
      const where = await ports.queue.keepChunk(chunk);
      say({ type: "PIECE_KEPT", where });
      return { where, waiting: await ports.queue.countWaiting(take) };
    };
    const broken = () => say({ type: "RECORDER_BROKEN" });
    const recording = capture ? ports.recorder.start(take, capture, keep, broken, firstSegment) : null;
    receive((command) => {
      if (command.type === "CONTINUE") return recording?.continueWith(command.capture);
      if (command.type === "PAUSE") return recording?.pause();
      void (recording?.finish() ?? Promise.resolve([])).then((segments) => say({ type: "RECORDED", segments }));
    });
    return () => recording?.abandon();
  },
);

type ListenerCommand = { type: "LISTEN" } | { type: "STOP" };
export type ListenerNews = { type: "WORDS"; text: string } | { type: "GUESS"; text: string } | { type: "DEAF"; reason: SpeechUnavailable };

/** Transcribes speech while it is told to listen. */
export const listener = fromCallback<ListenerCommand, { ports: Ports; capture: Capture | null; on: boolean }>(
  ({ input: { ports, capture, on }, sendBack, receive }) => {
    const say = (news: ListenerNews) => sendBack(news);
    const listen = () =>
      ports.listener.listen(() => capture?.level() ?? 0, {
        words: (text) => say({ type: "WORDS", text }),
        guess: (text) => say({ type: "GUESS", text }),
        unavailable: (reason) => say({ type: "DEAF", reason }),
      });
    let listening = on ? listen() : null;
    receive(({ type }) => {
      listening?.stop();
      listening = type === "LISTEN" ? listen() : null;
    });
    return () => listening?.abort();
  },
);

export type SpeakerNews = { type: "SENTENCE"; text: string } | { type: "SPOKEN"; heard: boolean };

/** Speaks a text; reports each sentence as it starts, and at the end whether all of it was spoken aloud. */
export const speaker = fromCallback<{ type: never }, { ports: Ports; text: string; voice: InterviewPreferences["voice"] }>(({ input, sendBack }) => {
  const say = (news: SpeakerNews) => sendBack(news);
  const cancel = new AbortController();
  const onSentence = (text: string) => say({ type: "SENTENCE", text });
  void input.ports.speaker.say(input.text, onSentence, cancel.signal, input.voice).then((outcome) => say({ type: "SPOKEN", heard: outcome === "spoken" }));
  return () => cancel.abort();
});

export const wakeLock = fromCallback<{ type: never }, { ports: Ports }>(({ input }) => input.ports.wakeLock.hold());

export type PresenceNews = { type: "ELSEWHERE" };

/** Prevents two tabs from giving the same answer. */
export const presence = fromCallback<{ type: never }, { ports: Ports; interviewId: string; takeOver: boolean }>(
  ({ input: { ports, interviewId, takeOver }, sendBack }) =>
    ports.presence.claim(interviewId, takeOver, () => sendBack({ type: "ELSEWHERE" } satisfies PresenceNews)),
);

export type UploadsChanged = { type: "UPLOADS"; uploads: UploadStatuses };

export const uploads = fromCallback<{ type: never }, { ports: Ports; interviewId: string }>(({ input, sendBack }) =>
  input.ports.queue.watch(input.interviewId, (uploads) => {
    sendBack({ type: "UPLOADS", uploads } satisfies UploadsChanged);
  }),
);

export const recordingOpened = fromPromise(({ input }: { input: { ports: Ports; interviewId: string } }) => input.ports.api.openRecording(input.interviewId));

export const answerKept = fromPromise(({ input }: { input: { ports: Ports; interviewId: string; answer: Answer } }) =>
  input.ports.queue.keepAnswer(input.interviewId, input.answer),
);

/** Resolves when corrections are stored on this device. */
export const correctionsKept = fromPromise(
  async ({ input }: { input: { ports: Ports; interviewId: string; corrected: SavedAnswer[] } }): Promise<Corrected> => {
    const { ports, interviewId, corrected: kept } = input;
    const places = await Promise.all(kept.map((answer) => ports.queue.keepCorrection(interviewId, answer)));
    return { kept, where: places.includes("page") ? "page" : "device" };
  },
);

export type WrittenNews = { type: "WRITTEN"; answers: WrittenAnswer[] };

/** Reports the server's transcripts of spoken answers. */
export const written = fromCallback<{ type: never }, { ports: Ports; interviewId: string; orders: readonly number[] }>(
  ({ input: { ports, interviewId, orders }, sendBack }) => {
    const say = (news: WrittenNews) => sendBack(news);
    if (orders.length === 0) return;
    return ports.api.watchWritten(interviewId, orders, (answers) => say({ type: "WRITTEN", answers }));
  },
);

interface AdaptInput {
  ports: Ports;
  interview: Interview;
  remaining: Question[];
}

/** Fetches the next question; null if there is none, or if the server cannot say: then the plan applies. */
export const questionAdapted = fromPromise(({ input, signal }: { input: AdaptInput; signal: AbortSignal }): Promise<Question | null> =>
  input.ports.api.adapt(input.interview, input.remaining, signal).catch(() => null),
);

export const interviewClosed = fromPromise(async ({ input: { ports, interviewId } }: { input: { ports: Ports; interviewId: string } }) => {
  await ports.api.closeRecording(interviewId);
  await ports.api.complete(interviewId);
});

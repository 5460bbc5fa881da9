/**
 * The interfaces that the interview needs. `browser/` has one adapter for each of them, `testing/fakePorts.ts` a
 * scripted fake.
 */

export interface Question {
  /** A follow-up's ID is the ID of its question with {@link FOLLOW_UP} appended. */
  id: string;
  question: string;
  type: string;
  /** Seconds. */
  expectedDuration: number;
  followUpQuestions: string[];
  competency: string;
}

export const FOLLOW_UP = "/follow-up";

/** How an answer is given. Both count the same. */
export type Mode = "spoken" | "typed";

/** Why the camera or microphone is unavailable. */
export type BlockReason = "denied" | "missing" | "busy" | "unsupported";

export class CaptureBlocked extends Error {
  override readonly name = "CaptureBlocked";
  constructor(
    readonly reason: BlockReason,
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

/** An open microphone, and an open camera unless the person continues without one. */
/** Loudness below which sound does not count as voice. */
export const VOICE = 0.2;

export interface Capture {
  readonly kind: "video" | "audio";
  /** Current loudness: from 0 (silence) to 1 (maximum). */
  level(): number;
  /** The maximum of all reads since this was last called; null if nothing was measured. */
  loudest(): number | null;
  /** Shows the picture in an element; the returned function removes it. */
  showIn(video: HTMLVideoElement): () => void;
  /** Calls back once if the device is lost; the returned function stops watching. */
  onLost(lost: () => void): () => void;
  close(): void;
}

export interface Camera {
  /**
   * Opens the devices. A stream that arrives after `signal` was aborted is closed at once. Rejects with {@link
   * CaptureBlocked}.
   */
  open(kind: Capture["kind"], signal: AbortSignal): Promise<Capture>;
}

/** One run of the recorder. A take has a second segment when the camera was lost midway and reopened. */
export interface Segment {
  segment: number;
  /** Number of chunks. */
  count: number;
  mimeType: string;
}

/** Identifies a take: the recording of one attempt at one question. */
export interface TakeKey {
  interviewId: string;
  /** From 1, never reused within an interview. */
  take: number;
}

export interface Chunk extends TakeKey {
  segment: number;
  index: number;
  mimeType: string;
  bytes: ArrayBuffer;
}

/** Where data is kept: durably on the device, or only while this page is open. */
export type Kept = "device" | "page";

/** `waiting`: how many chunks of this take are not on the server yet, this one included. */
export type KeepChunk = (chunk: Chunk) => Promise<{ where: Kept; waiting: number }>;

export interface Recording {
  /** Ends the segment before its capture is closed on purpose; {@link continueWith} starts the next one. */
  pause(): void;
  /** Continues with another capture, as a new segment of the same take. */
  continueWith(capture: Capture): void;
  /** Ends the take. Resolves, within two seconds at most, with what has been kept on this device. */
  finish(): Promise<Segment[]>;
  /** Stops without waiting. Data already kept stays. */
  abandon(): void;
}

export interface Recorder {
  /**
   * Starts a take; each chunk goes to `keep` as soon as it exists. Calls `broken` when this capture yields no more
   * data, at once if recording cannot start; earlier segments stay valid. `firstSegment` continues the numbering of an
   * earlier page's segments of this take.
   */
  start(take: TakeKey, capture: Capture, keep: KeepChunk, broken: () => void, firstSegment: number): Recording;
}

/** An answer in the server's format. */
export interface Answer {
  questionId: string;
  questionText: string;
  responseText: string;
  /** The recognized text, if the person has corrected it. */
  originalText?: string;
  /** The number of the answer, from 1; follow-ups count. */
  responseOrder: number;
  mode: Mode;
  durationSeconds: number;
  take?: { number: number; segments: Segment[] };
}

/** Upload progress of one answer. Its text and its recording are sent separately. */
export interface UploadStatus {
  order: number;
  words: "waiting" | "sent" | "refused";
  recording: "none" | "waiting" | "sent" | "refused";
  /** Chunks of the recording that the server has, and all chunks so far. */
  parts: { sent: number; total: number };
  /** The least durable place that holds a part of it. */
  kept: Kept;
  /** Why the server does not take a part of it, if that is `refused`. */
  problem?: UploadProblem;
}

/**
 * `rejected`: not before the next visit. `forbidden`, `server`: the server, or something on the way to it, has failed
 * again and again for this answer; others go first, and this one is tried again from time to time.
 */
export type UploadProblem = "rejected" | "forbidden" | "server";

/** What is still on this device. An answer that is not listed is fully on the server. */
export type UploadStatuses = readonly UploadStatus[];

/** The text of an answer in progress. */
export interface Words {
  order: number;
  questionId: string;
  text: string;
  /** Whether the person typed any of it. */
  typed?: boolean;
}

/** An answer that was in progress when its page was closed. */
export interface Unfinished extends Words {
  /** 0 if nothing was recorded. */
  take: number;
  segments: Segment[];
}

export interface Leftovers {
  answers: SavedAnswer[];
  /** The highest take number used on this device; 0 if none. */
  lastTake: number;
  unfinished: Unfinished | null;
}

/**
 * Sends answers to the server. What `keep…` has accepted survives a closed tab and is sent, oldest first, until the
 * server has acknowledged it.
 */
export interface UploadQueue {
  /** Resolves when the chunk is durably on this device or, if it is full, in this page. */
  keepChunk(chunk: Chunk): Promise<Kept>;
  /** How many chunks of a take are not on the server yet. */
  countWaiting(take: TakeKey): Promise<number>;
  /** Likewise for an answer. */
  keepAnswer(interviewId: string, answer: Answer): Promise<Kept>;
  /** Likewise for a new text of an answer that was kept before. */
  keepCorrection(interviewId: string, corrected: SavedAnswer): Promise<Kept>;
  /** Stores, as durably as this device can, the text of the answer that a take (0 for none) belongs to. */
  keepWords(take: TakeKey, words: Words): void;
  /** Drops a take that will not be used, except for what has already been sent. */
  dropTake(take: TakeKey): Promise<void>;
  /** What this device knows about an interview and the server may not know yet. */
  leftovers(interviewId: string): Promise<Leftovers>;
  /** Calls back now and after every change. */
  watch(interviewId: string, changed: (uploads: UploadStatuses) => void): () => void;
  /** Retries waiting and refused items at once. */
  retry(): void;
  /** Whether the server accepts nothing more from this person before they sign in again. */
  readonly isSignedOut: () => boolean;
  /** Calls back whenever {@link isSignedOut} changes. */
  readonly watchSession: (changed: () => void) => () => void;
}

/** Why the interviewer's voice is off. The interview continues with the text on the screen. */
export type VoiceUnavailable = "unsupported" | "no-voices" | "failed" | "no-start" | "no-end" | "stopped";

/** Preferences that make the interview easier. They do not affect the score. */
export interface InterviewPreferences {
  /** The interviewer's voice. The text is always on the screen. */
  voice: "normal" | "slow" | "off";
  camera: boolean;
  /** Hides how long an answer usually takes. */
  moreTime: boolean;
}

export interface PreferencesStore {
  /** The preferences last chosen in this browser. */
  load(): InterviewPreferences;
  keep(preferences: InterviewPreferences): void;
}

type Said = (sentence: string) => void;

export interface Speaker {
  /** Must be called in a tap: phones let a page speak only after one. */
  unlock(): void;
  /** Speaks a text sentence by sentence; resolves when it is over, heard or not. Never rejects. */
  say(text: string, onSentence: Said, signal: AbortSignal, voice: InterviewPreferences["voice"]): Promise<"spoken" | VoiceUnavailable>;
}

/** Why speech is not recognized here. */
export type SpeechUnavailable = "unsupported" | "shared-microphone" | "no-start" | "no-words" | "failed";

export interface ListenerEvents {
  /** Final results. */
  words(text: string): void;
  /** The interim result. */
  guess(text: string): void;
  /** Recognition does not work here. Called at most once, and nothing follows it. */
  unavailable(reason: SpeechUnavailable): void;
}

export interface Listening {
  /** Ends recognition; final results may still arrive within a second. */
  stop(): void;
  /** Ends recognition at once; nothing more arrives. */
  abort(): void;
}

export interface Listener {
  /** Listens until stopped. `loudness` distinguishes silence from broken recognition. */
  listen(loudness: () => number, on: ListenerEvents): Listening;
}

export interface WakeLock {
  /** Keeps the screen on until the returned function is called, where the device allows it. */
  hold(): () => void;
}

export interface Presence {
  /**
   * Claims an interview for this tab. `elsewhere` is called once if another tab has it, or takes it over later. The
   * returned function releases it.
   */
  claim(interviewId: string, takeOver: boolean, elsewhere: () => void): () => void;
}

export interface Clock {
  /** Milliseconds since a fixed point in time. */
  now(): number;
}

export interface SavedAnswer {
  order: number;
  questionId: string;
  questionText: string;
  responseText: string;
  /** The take in which it was spoken; absent if the person typed or edited the text. */
  spokenTake?: number | undefined;
  /** Whether the microphone heard nothing. Known only for answers of this visit. */
  silent?: boolean;
}

/** How surely the server understood what was said. */
type Understood = "heard" | "doubtful" | "unclear" | "silent";

/** A stretch of a transcript. */
export interface HeardPassage {
  text: string;
  degree: Exclude<Understood, "silent">;
  /** In which it was spoken; null if it is not known. */
  language?: string | null;
}

/** Answers wait long to be transcribed: until about `expectedAt`, or null if nobody knows. */
export interface WritingDelay {
  expectedAt: string | null;
}

/** A spoken answer on the server: `awaited` while it is being transcribed. `understood` is null without a transcript. */
export interface WrittenAnswer {
  order: number;
  responseText: string;
  awaited: boolean;
  /** Set if that takes long; `expectedAt` is null if nobody knows how long. */
  delay: WritingDelay | null;
  understood: Understood | null;
  /** Whether the person has said that the text is right. */
  confirmed: boolean;
  language: string | null;
  passages: readonly HeardPassage[];
}

export interface Interview {
  id: string;
  jobTitle: string;
  companyName: string;
  /** As planned, in order. Follow-ups are added to these. */
  questions: Question[];
  answers: SavedAnswer[];
  /** The highest take number that the server knows; 0 if none. */
  lastTake: number;
  /** Whether the server transcribes spoken answers. */
  transcribes: boolean;
  /** A follow-up that was asked before the page was reloaded, and is not answered. */
  followUp?: Question | null;
  /** The room at a video provider, where others can watch; without one nobody can. */
  call?: { roomUrl: string; token: string };
}

export interface InterviewApi {
  /**
   * Loads and starts the interview: the given one, else one in progress, else a new one. Its questions are in the page's
   * language, unless there are answers: `hasAnswers` says whether this device has some that the server may lack.
   */
  open(signal: AbortSignal, hasAnswers: (interviewId: string) => Promise<boolean>): Promise<{ interview: Interview } | "consent-needed">;
  openRecording(interviewId: string): Promise<void>;
  closeRecording(interviewId: string): Promise<void>;
  /** Returns the next question after these answers: a follow-up, a question of the plan, or null at the end. */
  adapt(interview: Interview, remaining: Question[], signal: AbortSignal): Promise<Question | null>;
  /** Polls the transcripts of these answers and calls back until all are complete. The returned function stops it. */
  watchWritten(interviewId: string, orders: readonly number[], changed: (answers: WrittenAnswer[]) => void): () => void;
  complete(interviewId: string): Promise<void>;
}

export interface Ports {
  api: InterviewApi;
  camera: Camera;
  recorder: Recorder;
  queue: UploadQueue;
  speaker: Speaker;
  listener: Listener;
  wakeLock: WakeLock;
  presence: Presence;
  clock: Clock;
  preferences: PreferencesStore;
}

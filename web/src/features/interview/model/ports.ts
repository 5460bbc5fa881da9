/**
 * What the interview needs from the world, in its own words. `browser/` has one adapter for each of them,
 * `testing/fakePorts.ts` a scripted one.
 */

export interface Question {
  /** A follow-up has the id of its question with {@link FOLLOW_UP} behind it. */
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

/** Why there is no camera or microphone. */
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

/** An open microphone, and an open camera unless the person goes on without one. */
export interface Capture {
  readonly kind: "video" | "audio";
  /** How loud it is at this moment: 0 is silence, 1 as loud as it gets. */
  level(): number;
  /** Shows the picture in an element; the returned function takes it away again. */
  showIn(video: HTMLVideoElement): () => void;
  /** Calls back once if the device goes away by itself; the returned function stops watching. */
  onLost(lost: () => void): () => void;
  close(): void;
}

export interface Camera {
  /**
   * Opens the devices. A stream that arrives after `signal` was aborted is closed at once.
   * Rejects with {@link CaptureBlocked}.
   */
  open(kind: Capture["kind"], signal: AbortSignal): Promise<Capture>;
}

/** One run of the recorder. A take has a second segment when the camera was lost in the middle and came back. */
export interface Segment {
  segment: number;
  /** How many chunks it has. */
  count: number;
  mimeType: string;
}

/** Which take: the recording of one try at one question. */
export interface TakeKey {
  interviewId: string;
  /** From 1, never used twice in an interview. */
  take: number;
}

export interface Chunk extends TakeKey {
  segment: number;
  index: number;
  mimeType: string;
  bytes: ArrayBuffer;
}

/** Where something is kept: durably on the device, or only for as long as this page is open. */
export type Kept = "device" | "page";

export type KeepChunk = (chunk: Chunk) => Promise<Kept>;

export interface Recording {
  /** Ends the segment before its capture is closed on purpose; {@link continueWith} starts the next one. */
  pause(): void;
  /** Goes on with another capture, as a new segment of the same take. */
  continueWith(capture: Capture): void;
  /** Ends the take. Resolves, within two seconds at most, with what has been kept on this device. */
  finish(): Promise<Segment[]>;
  /** Stops without waiting. What has been kept stays kept. */
  abandon(): void;
}

export interface Recorder {
  /**
   * Starts a take; each chunk goes to `keep` as soon as it exists. `broken` is called when nothing more comes out of
   * this capture, at once if recording can not even start; the segments so far stay good. `firstSegment` follows the
   * segments that an earlier page has made of this take.
   */
  start(take: TakeKey, capture: Capture, keep: KeepChunk, broken: () => void, firstSegment: number): Recording;
}

/** An answer as the server takes it. */
export interface Answer {
  questionId: string;
  questionText: string;
  responseText: string;
  /** What was heard, if the person has put that right. */
  originalText?: string;
  /** The running number of the answer, from 1; follow-ups count. */
  responseOrder: number;
  mode: Mode;
  durationSeconds: number;
  take?: { number: number; segments: Segment[] };
}

/** How far one answer has come. Its words and its recording travel separately. */
export interface UploadStatus {
  order: number;
  words: "waiting" | "sent" | "refused";
  recording: "none" | "waiting" | "sent" | "refused";
  /** Pieces of the recording that the server has, and all that there are so far. */
  parts: { sent: number; total: number };
  /** The least safe place where something of it is. */
  kept: Kept;
}

/** What of an interview is still on this device. An answer that is not listed is wholly with the server. */
export type UploadStatuses = readonly UploadStatus[];

/** The words of an answer that is being given. */
export interface Words {
  order: number;
  questionId: string;
  text: string;
}

/** An answer that was being given when its page went away. */
export interface Unfinished extends Words {
  /** 0 if nothing of it was recorded. */
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
 * The only road of answers to the server. What `keep…` has accepted survives a closed tab and is sent, oldest first,
 * until the server has acknowledged it.
 */
export interface UploadQueue {
  /** Resolves when the chunk is durably on this device or, where that has no room for it, in this page. */
  keepChunk(chunk: Chunk): Promise<Kept>;
  /** Likewise for an answer. */
  keepAnswer(interviewId: string, answer: Answer): Promise<Kept>;
  /** Likewise for other words for an answer that was kept before. */
  keepCorrection(interviewId: string, corrected: SavedAnswer): Promise<Kept>;
  /** Remembers, as well as this device can, the words of the answer that a take (or none, 0) belongs to. */
  keepWords(take: TakeKey, words: Words): void;
  /** Forgets a take that will not be used, except for what has already been sent. */
  dropTake(take: TakeKey): Promise<void>;
  /** What this device knows of an interview and the server may not know yet. */
  leftovers(interviewId: string): Promise<Leftovers>;
  /** Calls back now and after every change. */
  watch(interviewId: string, changed: (uploads: UploadStatuses) => void): () => void;
  /** Tries again at once what is waiting. */
  retry(): void;
  /** Whether the server takes nothing more from this person before they sign in again. */
  readonly isSignedOut: () => boolean;
  /** Calls back whenever {@link isSignedOut} changes. */
  readonly watchSession: (changed: () => void) => () => void;
}

/** Why the interviewer is not heard. The interview goes on with the text on the screen. */
export type VoiceUnavailable = "unsupported" | "no-voices" | "failed" | "no-start" | "no-end" | "stopped";

/** What makes the interview easier for a person. It changes nothing about the score. */
export interface InterviewPreferences {
  /** Of the interviewer. What it says is on the screen in any case. */
  voice: "normal" | "slow" | "off";
  camera: boolean;
  /** Nothing on the screen says how long an answer usually takes. */
  moreTime: boolean;
}

export interface PreferencesStore {
  /** What this person chose last in this browser. */
  load(): InterviewPreferences;
  keep(preferences: InterviewPreferences): void;
}

type Said = (sentence: string) => void;

export interface Speaker {
  /** Must be called in a tap: phones let a page speak only after one. */
  unlock(): void;
  /** Says a text sentence by sentence; resolves when it is over, heard or not. Never rejects. */
  say(text: string, onSentence: Said, signal: AbortSignal, voice: InterviewPreferences["voice"]): Promise<"spoken" | VoiceUnavailable>;
}

/** Why words are not recognised here. */
export type SpeechUnavailable = "unsupported" | "shared-microphone" | "no-start" | "no-words" | "failed";

export interface ListenerEvents {
  /** Words that will not change any more. */
  words(text: string): void;
  /** The best guess at the words being said. */
  guess(text: string): void;
  /** Recognition does not work here. Comes at most once, and nothing after it. */
  unavailable(reason: SpeechUnavailable): void;
}

export interface Listening {
  /** Ends it; last words may still come within a second. */
  stop(): void;
  /** Ends it at once, with nothing more to come. */
  abort(): void;
}

export interface Listener {
  /** Listens until stopped. `loudness` tells silence from deafness. */
  listen(loudness: () => number, on: ListenerEvents): Listening;
}

export interface WakeLock {
  /** Keeps the screen on until the returned function is called, where the device allows it. */
  hold(): () => void;
}

export interface Presence {
  /**
   * Claims an interview for this tab. `elsewhere` is called once if another tab has it, or takes it over later.
   * The returned function lets it go.
   */
  claim(interviewId: string, takeOver: boolean, elsewhere: () => void): () => void;
}

export interface Clock {
  /** Milliseconds since some fixed moment. */
  now(): number;
}

export interface SavedAnswer {
  order: number;
  questionId: string;
  questionText: string;
  responseText: string;
}

/** An answer as the server has it: `awaited` while its words are being written down from the recording. */
export interface WrittenAnswer {
  order: number;
  responseText: string;
  awaited: boolean;
}

export interface Interview {
  id: string;
  jobTitle: string;
  companyName: string;
  /** As planned, in order. Follow-ups come on top of these. */
  questions: Question[];
  answers: SavedAnswer[];
  /** The highest take number that the server knows of; 0 if none. */
  lastTake: number;
  /** Whether the server writes down what is said in a recorded answer that has no words. */
  transcribes: boolean;
}

export interface InterviewApi {
  /** The interview to go on with: the given one, else one in progress, else a new one. Starts it. */
  open(signal: AbortSignal): Promise<{ interview: Interview } | "consent-needed">;
  openRecording(interviewId: string): Promise<void>;
  closeRecording(interviewId: string): Promise<void>;
  /** What to ask after these answers: a follow-up, a question of the plan, or null if there is nothing left. */
  adapt(interview: Interview, remaining: Question[], signal: AbortSignal): Promise<Question | null>;
  /**
   * Calls back, now and again, with what has been written down of these answers, until all of it is. The returned
   * function ends it.
   */
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

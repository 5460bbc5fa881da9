/** Scripted ports of the interview: nothing happens until a test triggers it, and time does not advance. */

import type {
  Answer,
  Camera,
  Capture,
  Chunk,
  Clock,
  InterviewPreferences,
  PreferencesStore,
  UploadStatuses,
  Interview,
  Kept,
  KeepChunk,
  Leftovers,
  Listener,
  ListenerEvents,
  Ports,
  Presence,
  Question,
  Recorder,
  Segment,
  SavedAnswer,
  VoiceUnavailable,
  Speaker,
  TakeKey,
  UploadQueue,
  WakeLock,
  Words,
} from "../model/ports.ts";
import { FakeApi } from "./fakeApi.ts";

export function question(text: string, id = text): Question {
  return { id, question: text, type: "experience", expectedDuration: 60, followUpQuestions: [], competency: "care" };
}

export function interview(changes: Partial<Interview> = {}): Interview {
  const questions = [question("First?"), question("Second?")];
  const job = { jobTitle: "Line Cook", companyName: "Restaurant" };
  return { id: "interview-1", ...job, questions, answers: [], lastTake: 0, transcribes: false, ...changes };
}

export class FakeCapture implements Capture {
  closed = false;
  loudness = 0;
  #lost: () => void = () => {};
  readonly #closing = new Set<() => void>();

  constructor(readonly kind: Capture["kind"] = "video") {}

  level = () => this.loudness;
  loudest: () => number | null = () => null;
  showIn = () => () => {};
  onLost = (lost: () => void) => {
    this.#lost = lost;
    return () => {
      this.#lost = () => {};
    };
  };
  close = () => {
    this.closed = true;
    for (const closing of this.#closing) closing();
  };
  watchClose = (closing: () => void) => {
    this.#closing.add(closing);
    return () => void this.#closing.delete(closing);
  };
  /** Simulates the loss of the device. */
  lose = () => this.#lost();
}

export class FakeCamera implements Camera {
  readonly captures: FakeCapture[] = [];
  readonly kinds: Capture["kind"][] = [];
  #answers: (Error | "never")[] = [];

  /** Results of the next calls of `open`; later calls succeed. */
  willFail(...answers: (Error | "never")[]): void {
    this.#answers.push(...answers);
  }

  open = async (kind: Capture["kind"]): Promise<Capture> => {
    this.kinds.push(kind);
    const answer = this.#answers.shift();
    if (answer === "never") return new Promise(() => {});
    if (answer) throw answer;
    const capture = new FakeCapture(kind);
    this.captures.push(capture);
    return capture;
  };
}

class FakeRecorder implements Recorder {
  readonly takes: TakeKey[] = [];
  readonly captures: Capture[] = [];
  abandoned = 0;
  broken: () => void = () => {};
  segments: Segment[] = [{ segment: 0, count: 2, mimeType: "video/webm" }];

  keep: KeepChunk = () => Promise.reject(new Error("Nothing is being recorded."));

  firstSegment = 0;

  start: Recorder["start"] = (take, capture, keep, broken, firstSegment) => {
    this.firstSegment = firstSegment;
    this.keep = keep;
    this.takes.push(take);
    this.broken = broken;
    let stop = () => {};
    const record = (next: Capture) => {
      stop();
      this.captures.push(next);
      // As in a browser: a recorder whose tracks end while it runs fails.
      stop = (next as FakeCapture).watchClose(broken);
    };
    record(capture);
    return {
      pause: () => stop(),
      continueWith: record,
      finish: () => (stop(), Promise.resolve(this.segments)),
      abandon: () => {
        stop();
        this.abandoned += 1;
      },
    };
  };
}

class FakeQueue implements UploadQueue {
  readonly answers: Answer[] = [];
  readonly chunks: Chunk[] = [];
  readonly dropped: TakeKey[] = [];
  left: Leftovers = { answers: [], lastTake: 0, unfinished: null };
  words: Words | null = null;
  retries = 0;
  full = false;
  #uploads: UploadStatuses = [];
  readonly #watchers = new Set<(uploads: UploadStatuses) => void>();

  /** Where new data is kept. */
  kept: Kept = "device";
  keepChunk = async (chunk: Chunk) => {
    this.chunks.push(chunk);
    return this.kept;
  };
  countWaiting = async () => 0;
  keepAnswer = async (_interviewId: string, answer: Answer) => {
    if (this.full) throw new DOMException("", "QuotaExceededError");
    this.answers.push(answer);
    return this.kept;
  };
  readonly corrections: SavedAnswer[] = [];
  keepCorrection = async (_interviewId: string, corrected: SavedAnswer) => {
    if (this.full) throw new DOMException("", "QuotaExceededError");
    this.corrections.push(corrected);
    return this.kept;
  };
  keepWords = (_take: TakeKey, words: Words) => void (this.words = words);
  dropTake = async (take: TakeKey) => void this.dropped.push(take);
  leftovers = async () => this.left;
  watch = (_interviewId: string, changed: (uploads: UploadStatuses) => void) => {
    this.#watchers.add(changed);
    changed(this.#uploads);
    return () => void this.#watchers.delete(changed);
  };
  retry = () => {
    this.retries += 1;
  };
  isSignedOut = () => false;
  watchSession = () => () => {};
  /** The queue's next report. */
  report(uploads: UploadStatuses): void {
    this.#uploads = uploads;
    for (const changed of this.#watchers) changed(uploads);
  }
}

class FakeSpeaker implements Speaker {
  readonly said: string[] = [];
  readonly voices: InterviewPreferences["voice"][] = [];
  #over: ((outcome: "spoken" | VoiceUnavailable) => void) | undefined;

  unlock = () => {};
  say: Speaker["say"] = (text, onSentence, _signal, voice) => {
    this.said.push(text);
    this.voices.push(voice);
    onSentence(text);
    return new Promise((resolve) => {
      this.#over = resolve;
    });
  };
  /** Finishes the current speech, spoken or only shown. */
  finish = (outcome: "spoken" | VoiceUnavailable = "spoken") => this.#over?.(outcome);
}

class FakeListener implements Listener {
  on: ListenerEvents | null = null;
  listens = 0;
  listen = (_loudness: () => number, on: ListenerEvents) => {
    this.listens += 1;
    this.on = on;
    return { stop: () => {}, abort: () => void (this.on = null) };
  };
}

class FakeWakeLock implements WakeLock {
  held = 0;
  hold = () => {
    this.held += 1;
    return () => void (this.held -= 1);
  };
}

class FakePresence implements Presence {
  readonly claims: boolean[] = [];
  held = 0;
  /** Another tab takes the interview over. */
  lose: () => void = () => {};

  claim: Presence["claim"] = (_interviewId, takeOver, elsewhere) => {
    this.claims.push(takeOver);
    this.held += 1;
    this.lose = elsewhere;
    return () => void (this.held -= 1);
  };
}

class FakePreferences implements PreferencesStore {
  preferences: InterviewPreferences = { voice: "normal", camera: true, moreTime: false };
  load = () => this.preferences;
  keep = (preferences: InterviewPreferences) => void (this.preferences = preferences);
}

export interface FakePorts extends Ports {
  api: FakeApi;
  camera: FakeCamera;
  recorder: FakeRecorder;
  queue: FakeQueue;
  speaker: FakeSpeaker;
  listener: FakeListener;
  wakeLock: FakeWakeLock;
  presence: FakePresence;
  preferences: FakePreferences;
}

export function fakePorts(clock: Clock = { now: () => 0 }): FakePorts {
  return {
    api: new FakeApi(),
    camera: new FakeCamera(),
    recorder: new FakeRecorder(),
    queue: new FakeQueue(),
    speaker: new FakeSpeaker(),
    listener: new FakeListener(),
    wakeLock: new FakeWakeLock(),
    presence: new FakePresence(),
    preferences: new FakePreferences(),
    clock,
  };
}

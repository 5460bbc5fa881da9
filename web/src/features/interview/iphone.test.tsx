/**
 * What an iPhone does to an interview, and what the person sees of it. The phone is simulated at the browser's interfaces:
 * devices, recorder, voice, wake lock, storage. What lies between them and the screen is ours. `docs/browsers.md` lists the same
 * events, to be tried on a device.
 */

import { act as settled, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useSyncExternalStore, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserCamera } from "./browser/camera.ts";
import { browserRecorder } from "./browser/recorder.ts";
import { browserListener } from "./browser/speechRecognition.ts";
import { deleteStore } from "./browser/uploadStore.ts";
import { browserSpeaker } from "./browser/voice.ts";
import { browserWakeLock } from "./browser/wakeLock.ts";
import type { Interview, Ports } from "./model/ports.ts";
import { createRoom, type Room } from "./model/room.ts";
import type { NoticeShown } from "./screens/NoticeLine.tsx";
import { Screen } from "./screens/Screen.tsx";
import { fakePorts, interview } from "./testing/fakePorts.ts";
import { empty, forgetUploads, INTERVIEW, openQueue, reached, Server } from "./testing/uploads.ts";
import { eventually } from "#/testing/eventually.ts";

class Track extends EventTarget {
  readyState = "live";
  muted = false;
  constructor(readonly kind: "audio" | "video") {
    super();
  }
  stop(): void {
    this.readyState = "ended";
  }
  /** The phone takes the device away, or gives it back. */
  setMuted(muted: boolean): void {
    this.muted = muted;
    this.dispatchEvent(new Event(muted ? "mute" : "unmute"));
  }
  applyConstraints = async () => {};
}

class Stream extends MediaStream {
  constructor(readonly tracks: Track[]) {
    super();
  }
  override getTracks = () => this.tracks as unknown as MediaStreamTrack[];
  override getVideoTracks = () => this.getTracks().filter(({ kind }) => kind === "video");
}

class Recorder extends EventTarget {
  static readonly isTypeSupported = (type: string) => type.startsWith("video/mp4") || type.startsWith("audio/mp4");
  state = "inactive";
  mimeType = "video/mp4";
  ondataavailable: ((event: { data: Blob }) => void) | null = null;
  onerror: (() => void) | null = null;
  onstop: (() => void) | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  constructor(readonly stream: Stream) {
    super();
    phone.recorders.push(this);
  }
  start(slice: number): void {
    this.state = "recording";
    this.#timer = setInterval(() => this.requestData(), slice);
  }
  requestData(): void {
    this.ondataavailable?.({ data: new Blob(["moof"]) });
  }
  /** The phone freezes it: nothing more arrives, and no event. */
  freeze(): void {
    this.state = "inactive";
    clearInterval(this.#timer);
  }
  stop(): void {
    this.freeze();
    queueMicrotask(() => {
      this.requestData();
      this.onstop?.();
      this.dispatchEvent(new Event("stop"));
    });
  }
}

class Utterance {
  onstart: (() => void) | null = null;
  onend: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(readonly text: string) {}
}

/** The phone's voice. It may be silent without saying so, be refused, or never start. */
class Voice extends EventTarget {
  speaks: "spoken" | "refused" | "never" = "spoken";
  getVoices = () => [{ name: "Samantha", lang: "en-US" }];
  cancel = () => {};
  speak = (utterance: Utterance) => {
    if (this.speaks === "never") return;
    setTimeout(() => {
      if (this.speaks === "refused") return utterance.onerror?.();
      utterance.onstart?.();
      setTimeout(() => utterance.onend?.(), 500);
    }, 10);
  };
}

class Phone {
  readonly streams: Stream[] = [];
  readonly recorders: Recorder[] = [];
  readonly voice = new Voice();
  /** Why the next requests for the devices fail. */
  readonly refusals: string[] = [];
  allowsWakeLock = true;
  allowsPlay = true;

  readonly getUserMedia = async ({ video }: MediaStreamConstraints) => {
    const refusal = this.refusals.shift();
    if (refusal) throw new DOMException("", refusal);
    const stream = new Stream([new Track("audio"), ...(video ? [new Track("video")] : [])]);
    this.streams.push(stream);
    return stream;
  };
  readonly wakeLock = {
    request: async () => {
      if (!this.allowsWakeLock) throw new DOMException("", "NotAllowedError");
      return { release: async () => {} };
    },
  };
  get tracks(): Track[] {
    return this.streams.at(-1)?.tracks ?? [];
  }
  get recorder(): Recorder | undefined {
    return this.recorders.at(-1);
  }
}

/** The channel to other tabs, of which there are none. */
class OnlyTab extends EventTarget {
  postMessage = () => {};
  close = () => {};
}

let phone: Phone;

beforeEach(() => {
  phone = new Phone();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  vi.stubGlobal("MediaRecorder", Recorder);
  vi.stubGlobal("BroadcastChannel", OnlyTab);
  vi.stubGlobal("speechSynthesis", phone.voice);
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal("navigator", {
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1",
    mediaDevices: { getUserMedia: phone.getUserMedia },
    wakeLock: phone.wakeLock,
    onLine: true,
  });
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(() =>
    phone.allowsPlay ? Promise.resolve() : Promise.reject(new DOMException("", "NotAllowedError")),
  );
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  await forgetUploads();
});

function Interview({ room, notices }: { room: Room; notices: { watch: (show: (shown: NoticeShown) => void) => void } }) {
  const view = useSyncExternalStore(room.watch, room.view);
  const [notice, setNotice] = useState<NoticeShown | null>(null);
  notices.watch(setNotice);
  return <Screen view={view} act={room.act} name="Maya" unlock={() => {}} notice={notice} onNoticeClose={() => setNotice(null)} />;
}

/** Opens the page of the interview, as the server knows it. Returns what the phone's own end of the page does. */
async function openPage(known: Interview = interview({ id: INTERVIEW }), queue: Ports["queue"] = fakePorts().queue) {
  const fakes = fakePorts();
  fakes.api.opening.resolve({ interview: known });
  const ports: Ports = {
    ...fakes,
    clock: { now: () => performance.now() },
    camera: browserCamera,
    recorder: browserRecorder,
    speaker: browserSpeaker,
    listener: browserListener,
    wakeLock: browserWakeLock,
    queue,
  };
  let show: (shown: NoticeShown) => void = () => {};
  const script = { intro: () => "Hello.", followUp: (question: string) => question };
  const room = createRoom({ ports, script }, (event) => event.type === "NOTICE" && show({ id: performance.now(), notice: event.notice }));
  const page = render(<Interview room={room} notices={{ watch: (shown) => void (show = shown) }} />);
  await pass(0);
  return page;
}

const pass = (ms: number) => settled(async () => void (await vi.advanceTimersByTimeAsync(ms)));

async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name }));
  await pass(20);
}

async function type(text: string): Promise<void> {
  fireEvent.input(screen.getByLabelText("Your answer"), { target: { value: text } });
  await pass(0);
}

/** From the lobby to the first seconds of an answer. */
async function startAnswer(ms = 5_000): Promise<void> {
  await press(/^(Start|Continue) Interview$/);
  await press(/^(First|Next) Question$/);
  await press(/^(Start|Continue) My Answer$/);
  await pass(ms);
}

async function setVisible(visible: boolean): Promise<void> {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visible ? "visible" : "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  await pass(20);
}

/** Waits for a text; the phone's storage needs real time. */
const arrive = (text: string) => eventually(async () => (await pass(10), sees(text)));

const sees = (text: string | RegExp) => expect(screen.getByText(text)).toBeTruthy();
const canSay = (name: string) => expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(false);

test("a declined phone call: the recording goes on, and nothing changes on the screen", async () => {
  await openPage();
  await startAnswer();
  for (const track of phone.tracks) track.setMuted(true);
  await pass(4_000);
  for (const track of phone.tracks) track.setMuted(false);
  await pass(10_000);
  sees("Recording");
  expect(phone.streams).toHaveLength(1);
});

test("a taken phone call: after it, the same answer is recorded again, and the words typed before are there", async () => {
  await openPage();
  await startAnswer();
  await type("I was a line cook.");
  for (const track of phone.tracks) track.setMuted(true);
  await setVisible(false);
  await pass(60_000);
  for (const track of phone.tracks) track.stop();
  await setVisible(true);
  await pass(1_000);
  sees("Recording");
  expect(phone.streams.length).toBeGreaterThan(1);
  expect(phone.recorder?.state).toBe("recording");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your answer").value).toBe("I was a line cook.");
});

test("a call over the page that keeps the microphone: the screen says that the recording stopped, and the answer can be typed", async () => {
  await openPage();
  await startAnswer();
  phone.refusals.push("NotReadableError", "NotReadableError");
  for (const track of phone.tracks) track.setMuted(true);
  await pass(6_000);
  sees("Recording Issue");
  sees("Not recording");
  sees("The recording stopped. You can keep going: type the main points.");
  await type("I was a line cook.");
  await press("Complete This Answer");
  await pass(3_000);
  await press("Save My Answer");
  // The call is over; the next answer is recorded, without the picture that was lost.
  await pass(10_000);
  await press("Next Question");
  await press("Start My Answer"); // Opens the microphone.
  await press("Start My Answer");
  await pass(5_000);
  sees("Recording");
  sees("Voice only");
});

test("silent switch: a question that nobody hears is on the screen, and can be answered at once", async () => {
  await openPage();
  await press("Start Interview");
  await press("First Question");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("First?");
  canSay("Start My Answer");
  await press("Start My Answer");
  sees("Recording");
});

test.each(["refused", "never"] as const)("autoplay: a voice that is %s leaves the question as text, and the picture may stand still", async (how) => {
  phone.voice.speaks = how;
  phone.allowsPlay = false;
  await openPage();
  await press("Start Interview");
  await press("First Question");
  await pass(5_000);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("First?");
  await press("Start My Answer");
  await pass(5_000);
  sees("Recording");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a tab suspended in the background: what was said is stored before, and coming back records again", async () => {
  const fakes = fakePorts();
  await openPage(interview(), fakes.queue);
  await startAnswer();
  const before = fakes.queue.chunks.length;
  await setVisible(false);
  expect(fakes.queue.chunks.length).toBe(before + 1);
  // Suspended: no timer runs, no event comes, and the devices are gone.
  phone.recorder?.freeze();
  for (const track of phone.tracks) track.readyState = "ended";
  await setVisible(true);
  await pass(1_000);
  sees("Recording");
  expect(phone.recorder?.state).toBe("recording");
  await pass(5_000);
  expect(new Set(fakes.queue.chunks.map(({ segment }) => segment))).toEqual(new Set([0, 1]));
});

test("low-power mode: without wake lock and autoplay, the interview is recorded as usual", async () => {
  phone.allowsWakeLock = false;
  phone.allowsPlay = false;
  await openPage();
  await startAnswer();
  sees("Recording");
  await type("I was a line cook.");
  await press("Complete This Answer");
  await pass(3_000);
  canSay("Save My Answer");
});

test("memory limit: a page that the phone ends and reloads offers the answer with its words", async () => {
  const server = new Server();
  const first = openQueue(server);
  await openPage(interview({ id: INTERVIEW }), first);
  await arrive("Hi Maya. Ready?");
  await startAnswer();
  await type("I was a line cook for three years.");
  // Ended without any event; the words are in the storage.
  await eventually(async () => expect((await first.leftovers(INTERVIEW)).unfinished?.text).toContain("three years"));
  cleanup();
  first.close();

  await openPage(interview({ id: INTERVIEW }), openQueue(server));
  await arrive("Welcome back, Maya");
  await startAnswer(1_000);
  sees("We kept what you said");
  sees("Recording");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your answer").value).toContain("I was a line cook for three years.");
});

test("storage deleted after seven days: answers that were sent are there, and the next question is asked", async () => {
  const server = new Server();
  const first = openQueue(server);
  const said = { questionId: "First?", questionText: "First?", responseText: "Because.", responseOrder: 1, mode: "typed" as const };
  await first.keepAnswer(INTERVIEW, { ...said, durationSeconds: 9 });
  await reached(first, empty);
  first.close();
  await deleteStore();

  const answers = [{ order: 1, questionId: "First?", questionText: "First?", responseText: "Because." }];
  await openPage(interview({ id: INTERVIEW, answers }), openQueue(server));
  await arrive("Welcome back, Maya");
  sees("Your answers are safe. Next is question 2 of 2.");
  await press("Continue Interview");
  await press("Next Question");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Second?");
});

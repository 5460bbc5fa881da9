import { configure, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { CaptureBlocked } from "../model/ports.ts";
import { FakeCamera } from "../testing/fakePorts.ts";
import styles from "./ConsentForm.module.css";
import type { Terms } from "./ConsentForm.tsx";
import { Prep } from "./Prep.tsx";

const READY: Terms = {
  state: "ready",
  version: "2026-11",
  retentionDays: 30,
  recordYears: 4,
  modelHost: null,
  transcribes: false,
  transcriberHost: null,
  watchedLive: false,
  notices: [],
};

// Strict mode opens the camera of a new screen twice; these tests count how often it is opened.
configure({ reactStrictMode: false });

let camera: FakeCamera;
const onStart = vi.fn();

beforeEach(() => {
  camera = new FakeCamera();
  onStart.mockReset();
});

const show = (terms: Terms = READY) => render(<Prep camera={camera} terms={terms} onStart={onStart} starting={false} />);
const isOff = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name }).disabled;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const tick = (name: RegExp) => userEvent.click(screen.getByRole("checkbox", { name }));

const agree = () => tick(/Record my answers/);

test("says what is recorded and for how long, and preselects nothing", () => {
  show();
  screen.getByText(/we delete the video and sound after 30 days/);
  expect(screen.getAllByRole("checkbox", { checked: false })).toHaveLength(2);
  expect(screen.getByRole("link", { name: "Talk to a person instead" }).getAttribute("href")).toBe("/schedule");
  expect(screen.getByRole("link", { name: "How AI is used here" }).getAttribute("href")).toBe("/how-ai-is-used");
});

test("shows what the law of a place demands to be told about AI", () => {
  show({ ...READY, notices: ["Illinois: AI may be used."] });
  screen.getByText("Illinois: AI may be used.");
});

test("has consent and device check on one page, with one button", async () => {
  show();
  await agree();
  await screen.findByText("Works");
  screen.getByRole("heading", { name: "Before the camera opens" });
  expect(screen.getAllByRole("checkbox")).toHaveLength(2);
  expect(screen.getAllByRole("button", { name: /start|continue/i })).toHaveLength(1);
});

test("has the whole text before the periods are known, so that nothing moves under a finger", () => {
  const { container, unmount } = show({ state: "loading" });
  const before = container.querySelectorAll("li").length;
  screen.getByText(/we delete the video and sound after … days/);
  expect(isOff("Start Interview Now")).toBe(true);
  expect(screen.getByText(/on our own server/).className).toBe(styles.unseen); // It may not be true here.
  unmount();
  expect(show({ ...READY, transcribes: true }).container.querySelectorAll("li")).toHaveLength(before);
});

test("offers a person and another way before and after the consent, also without a camera", async () => {
  camera.willFail(new CaptureBlocked("missing"), new CaptureBlocked("missing"));
  show();
  const offered = () => {
    expect(screen.getByRole("link", { name: "Talk to a person instead" }).getAttribute("href")).toBe("/schedule");
    screen.getByRole("button", { name: "Ask for another way to do the interview" });
  };
  offered();
  await agree();
  screen.getByText("Tips");
  offered();
});

test("says how long it takes, gives tips, and links back to the matches", async () => {
  show();
  screen.getByText("A few questions, about 10 minutes (8 to 12). You decide when each answer ends. Nothing cuts you off.");
  const back = () => screen.getByRole("link", { name: "Go Back" }).getAttribute("href");
  expect(back()).toBe("/matching");
  await agree();
  screen.getByText("Tips");
  expect(back()).toBe("/matching");
});

test.each<[string, Partial<Terms>, says: RegExp[], never: RegExp]>([
  ["nobody", {}, [/We record your video, voice and words/], /watch|host|we send|we also send|Your voice/],
  ["a model", { modelHost: "model.test" }, [/we also send your questions and words to model\.test\. Never your name, video or voice/], /Your voice/],
  ["this server", { transcribes: true }, [/Your voice: .*on our own server writes down.*sound check.*nowhere else/], /we send|we also send/],
  [
    "a model, and this server",
    { modelHost: "model.test", transcribes: true },
    [/model\.test\. Never your name, video or voice/, /Your voice: .*on our own server/],
    /we send/,
  ],
  [
    "another service, for both",
    { modelHost: "model.test", transcribes: true, transcriberHost: "ear.test" },
    [/words to model\.test\. Never your video\./, /Your voice: .*we send the sound of your spoken answers, and of the sound check before them, to ear\.test/],
    /or voice|nowhere else/,
  ],
  ["nobody, and a coach may watch", { watchedLive: true }, [/A coach may also watch live/], /we send/],
])("states correctly where audio is sent when answers go to %s", (_who, helpers, says, never) => {
  const { container } = show({ ...READY, ...helpers } as Terms);
  const text = container.querySelector("ul")?.textContent ?? "";
  for (const one of says) expect(text).toMatch(one);
  expect(text).not.toMatch(never);
});

test("opens no camera before consent", async () => {
  show();
  expect(camera.kinds).toEqual([]);
  await agree();
  expect(camera.kinds).toEqual(["video"]);
});

test.each([true, false])("starts with the chosen consent: AI scoring %s", async (aiScoring) => {
  show({ ...READY, receipt: "signed" });
  if (aiScoring) await tick(/Let AI score/);
  expect(isOff("Start Interview Now")).toBe(true);
  await tick(/ready to start/);
  await press("Start Interview Now");
  expect(onStart).toHaveBeenCalledExactlyOnceWith({ version: "2026-11", aiScoring, receipt: "signed" });
});

test("cannot be agreed to before the text has loaded", async () => {
  show({ state: "loading" });
  await agree();
  expect(isOff("Start Interview Now")).toBe(true);
  expect(camera.kinds).toEqual([]);
});

test("retries loading the terms after a failure", async () => {
  const retry = vi.fn();
  show({ state: "failed", retry });
  await press("Try Again");
  expect(retry).toHaveBeenCalledTimes(1);
});

test("shows that camera and microphone work", async () => {
  show();
  await agree();
  await screen.findByText("Works");
  screen.getByText("Only you");
});

test.each([true, false])("offers a sound check only where the server transcribes: %s", async (transcribes) => {
  show({ ...READY, transcribes } as Terms);
  await agree();
  await screen.findAllByText("Works");
  if (transcribes) await screen.findByRole("button", { name: "Check My Sound" });
  else expect(screen.queryByRole("button", { name: "Check My Sound" })).toBeNull();
  screen.getByText(transcribes ? /except your voice if you do the sound check/ : "Nothing is recorded here. Only you see this.");
  screen.getByText("Just for you. Nobody else hears it, and we don't keep it.");
});

test("keeps the focus on the selected camera while it opens, and when it cannot be opened", async () => {
  const device = (deviceId: string) => ({ kind: "videoinput", deviceId, label: `Camera ${deviceId}` });
  vi.stubGlobal("navigator", { ...navigator, mediaDevices: { enumerateDevices: async () => [device("front"), device("back")] } });
  show();
  await agree();
  const picker = await screen.findByRole("combobox", { name: "Which camera" });
  camera.willFail(new CaptureBlocked("busy"), new CaptureBlocked("busy"));
  await userEvent.selectOptions(picker, "Camera back");
  await screen.findAllByText("Off");
  expect(document.activeElement).toBe(picker);
  await userEvent.selectOptions(picker, "Camera front");
  await screen.findByText("Works");
  expect(document.activeElement).toBe(picker);
  expect(camera.kinds).toEqual(["video", "video", "audio", "video"]);
});

test("explains a camera problem, retries, and still lets the person start", async () => {
  camera.willFail(new CaptureBlocked("busy"), new CaptureBlocked("busy"));
  show();
  await agree();
  await screen.findByText(/Close other apps that use it/);
  expect(isOff("Start Interview Now")).toBe(false);
  await press("Try Again");
  await screen.findByText("Works");
});

test("reports a working microphone even if the camera fails", async () => {
  camera.willFail(new CaptureBlocked("missing"));
  show();
  await agree();
  await screen.findByText("On");
  expect(camera.kinds).toEqual(["video", "audio"]);
  const lines = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines).toEqual(expect.arrayContaining(["CameraOff", "MicrophoneOn"]));
  await press("Try Again");
  await screen.findByText("Works");
});

test("closes the camera when the consent is taken back", async () => {
  show();
  await tick(/Let AI score/);
  await agree();
  await screen.findAllByText("Works");
  await agree();
  expect(isOff("Start Interview Now")).toBe(true);
  expect(camera.captures.map(({ closed }) => closed)).toEqual([true]);
  screen.getByRole("checkbox", { name: /Let AI score/, checked: true });
});

test("still lets the person start when the browser cannot record the warm-up", async () => {
  show();
  await agree();
  await userEvent.click(await screen.findByRole("button", { name: "Try It Out" }));
  screen.getByText(/can't record\. You can type in the interview/);
  expect(isOff("Start Interview Now")).toBe(false);
});

import { beforeEach, expect, test } from "vitest";
import { enterRoom } from "../testing/enterRoom.ts";
import type { InterviewPreferences } from "./ports.ts";

let room: ReturnType<typeof enterRoom>;
const usual: InterviewPreferences = { voice: "normal", camera: true, moreTime: false };
const adjust = (preferences: Partial<InterviewPreferences>) => ({ type: "ADJUST", preferences: { ...usual, ...preferences } }) as const;

beforeEach(() => {
  room = enterRoom();
});

test("repeats the current sentence in the newly selected voice, and remembers the voice", async () => {
  await room.reachQuestion();
  await room.act(adjust({ voice: "slow" }));
  expect(room.ports.speaker.said).toEqual(["Hello.", "First?", "First?"]);
  expect(room.ports.speaker.voices).toEqual(["normal", "normal", "slow"]);
  expect(room.ports.preferences.preferences.voice).toBe("slow");
  await room.speaksOver();
  await room.act(adjust({ voice: "off" }));
  expect(room.ports.speaker.said).toHaveLength(3);
});

test("continues an answer without the camera as audio, in the same take", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  await room.speak("I cook.");
  expect(await room.act(adjust({ camera: false }))).toMatchObject({ at: "answering", recording: true, text: "I cook." });
  expect(room.ports.camera.kinds).toEqual(["video", "audio"]);
  expect(room.ports.recorder.takes).toHaveLength(1);
  expect(room.ports.recorder.captures).toHaveLength(2);
  await room.act(adjust({ camera: true }));
  expect(room.ports.camera.kinds, "each change opens the devices once").toEqual(["video", "audio", "video"]);
  expect(room.ports.camera.captures.map(({ closed }) => closed)).toEqual([true, true, false]);
  expect(room.heard).toEqual([]);
});

test("never requests the camera once it is turned off", async () => {
  room.ports.preferences.preferences = { ...usual, camera: false };
  const other = enterRoom(room.ports.preferences.preferences);
  await other.reachQuestion();
  expect(other.ports.camera.kinds).toEqual(["audio"]);
});

test("more time: nothing on the screen mentions time", async () => {
  await room.reachQuestion();
  await room.act("START_ANSWER");
  expect(await room.pass(70_000)).toMatchObject({ nudged: true, clock: { startedAt: 0, expected: 60 } });
  expect(await room.act(adjust({ moreTime: true }))).toMatchObject({ nudged: false, clock: null });
  await room.speak("Done.");
  await room.complete();
  expect(await room.act("SAVE")).toMatchObject({ at: "saving", items: [{ seconds: null }, { seconds: null }] });
});

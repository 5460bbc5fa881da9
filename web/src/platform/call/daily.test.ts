import { beforeEach, expect, it, vi } from "vitest";
import { publishInterview } from "./daily.ts";

/** A fake of Daily's call object, limited to the used methods; the test scripts the other side. */
class ScriptedCall {
  static made: ScriptedCall[] = [];
  readonly asked: unknown[] = [];
  people: Record<string, { local: boolean; user_name: string }> = { local: { local: true, user_name: "Maya" } };
  #listeners = new Map<string, () => void>();
  constructor(readonly options: unknown) {
    ScriptedCall.made.push(this);
  }
  on = (name: string, listener: () => void) => this.#listeners.set(name, listener);
  participants = () => this.people;
  join = (how: unknown) => Promise.resolve(this.asked.push(how));
  setInputDevicesAsync = (tracks: unknown) => Promise.resolve(this.asked.push(tracks));
  leave = () => Promise.resolve(this.asked.push("leave"));
  destroy = () => Promise.resolve(this.asked.push("destroy"));
  enter(name: string) {
    this.people[name] = { local: false, user_name: name };
    this.#listeners.get("participant-joined")?.();
  }
  exit(name: string) {
    delete this.people[name];
    this.#listeners.get("participant-left")?.();
  }
}
vi.mock("@daily-co/daily-js", () => ({ default: { createCallObject: (options: unknown) => new ScriptedCall(options) } }));

const ADDRESS = { roomUrl: "https://house.daily.co/room", token: "secret" };
const NOTHING = { videoSource: false, audioSource: false };
const [video, audio] = [{ kind: "video" }, { kind: "audio" }];
const STREAM = { getVideoTracks: () => [video], getAudioTracks: () => [audio] } as unknown as MediaStream;

beforeEach(() => {
  ScriptedCall.made = [];
});

it("joins without a camera, and sends only while somebody watches and an answer is recorded", () => {
  const shown = publishInterview(ADDRESS, "Maya");
  const [call] = ScriptedCall.made as [ScriptedCall];
  expect(call.options).toEqual({ ...NOTHING, dailyConfig: { avoidEval: true } });
  expect(call.asked).toEqual([{ url: ADDRESS.roomUrl, token: "secret", userName: "Maya" }]);
  shown.show(STREAM);
  expect(call.asked.at(-1)).toEqual(NOTHING);
  call.enter("Dana");
  expect(call.asked.at(-1)).toEqual({ videoSource: video, audioSource: audio });
  shown.show(null);
  expect(call.asked.at(-1)).toEqual(NOTHING);
  shown.show(STREAM);
  call.exit("Dana");
  expect(call.asked.at(-1)).toEqual(NOTHING);
});

it("names those who watch, and nobody after it was closed", async () => {
  const shown = publishInterview(ADDRESS, "Maya");
  const heard = vi.fn<() => void>();
  const stop = shown.subscribe(heard);
  const [call] = ScriptedCall.made as [ScriptedCall];
  call.enter("Dana");
  call.enter("Sam");
  expect(shown.watchers()).toEqual(["Dana", "Sam"]);
  expect(heard).toHaveBeenCalledTimes(2);
  shown.close();
  expect(shown.watchers()).toEqual([]);
  expect(heard).toHaveBeenCalledTimes(3);
  await vi.waitFor(() => expect(call.asked.slice(-2)).toEqual(["leave", "destroy"]));
  stop();
});

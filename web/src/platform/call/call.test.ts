import { beforeEach, expect, it, vi } from "vitest";
import { dailyCall } from "./daily.ts";
import { DECLINED, openSignaling } from "./signaling.ts";
import type { Call } from "./protocol.ts";
import { JOIN_MS, simulatedCall } from "./simulated.ts";

/** A fake of Daily's call object, limited to the used methods; the test scripts the other side. */
class ScriptedCall {
  static made: ScriptedCall[] = [];
  static refuses = false;
  readonly asked: unknown[] = [];
  #listeners = new Map<string, (event: unknown) => void>();
  constructor(readonly options: unknown) {
    ScriptedCall.made.push(this);
  }
  on = (name: string, listener: (event: unknown) => void) => this.#listeners.set(name, listener);
  tell = (name: string, event: unknown = {}) => this.#listeners.get(name)?.(event);
  join = (how: unknown) => {
    this.asked.push(how);
    if (ScriptedCall.refuses) return Promise.reject(new Error("no such room"));
    for (const name of ["loaded", "joining-meeting"]) this.tell(name);
    setTimeout(() => this.tell("joined-meeting"), JOIN_MS);
    return Promise.resolve();
  };
  setInputDevicesAsync = (tracks: unknown) => Promise.resolve(this.asked.push(tracks));
  leave = () => Promise.resolve(this.asked.push("leave"));
  destroy = () => Promise.resolve(this.asked.push("destroy"));
}
vi.mock("@daily-co/daily-js", () => ({ default: { createCallObject: (options: unknown) => new ScriptedCall(options) } }));

const ADDRESS = { roomUrl: "https://house.daily.co/room", token: "secret" };
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  ScriptedCall.made = [];
  ScriptedCall.refuses = false;
});

it.each<[string, () => Call]>([
  ["simulated", () => simulatedCall(ADDRESS)],
  ["Daily's", () => dailyCall(ADDRESS, true)],
])("a call that is %s goes from loading to joined, is left, and can be rejoined", async (_name, make) => {
  const call = make();
  const heard = vi.fn<() => void>();
  const stop = call.subscribe(heard);
  expect(call.states()).toEqual(["loading"]);
  call.join();
  await vi.dynamicImportSettled();
  await wait(JOIN_MS);
  expect(call.states()).toEqual(["loading", "loaded", "joining", "joined"]);
  call.leave();
  expect(call.states().at(-1)).toBe("left");
  expect(call.picture()).toBeNull();
  const told = heard.mock.calls.length;
  expect(told).toBeGreaterThanOrEqual(3);
  stop();
  call.join();
  await wait(JOIN_MS);
  expect(call.states().at(-1)).toBe("joined");
  expect(heard.mock.calls).toHaveLength(told);
});

it("with Daily, the local tracks are sent, no text is evaluated as code, and everything is released", async () => {
  const call = dailyCall(ADDRESS, true);
  const [video, audio] = [{ kind: "video" }, { kind: "audio" }];
  const stream = { getVideoTracks: () => [video], getAudioTracks: () => [audio] } as unknown as MediaStream;
  call.show(stream);
  call.join();
  await vi.dynamicImportSettled();
  await wait(JOIN_MS);
  const [made] = ScriptedCall.made;
  expect(made?.options).toEqual({ videoSource: video, audioSource: audio, dailyConfig: { avoidEval: true } });
  call.show(null);
  call.leave();
  await wait(0);
  expect(made?.asked).toEqual([
    { url: ADDRESS.roomUrl, token: "secret" },
    { videoSource: false, audioSource: false },
    "leave",
    "destroy",
  ]);
});

it("with Daily, a viewer sends nothing, and a closed room is an error", async () => {
  ScriptedCall.refuses = true;
  const call = dailyCall(ADDRESS, false);
  call.join();
  await vi.dynamicImportSettled();
  await wait(0);
  expect(call.states().at(-1)).toBe("error");
  expect(ScriptedCall.made[0]?.asked).toEqual([
    { url: ADDRESS.roomUrl, token: "secret", startVideoOff: true, startAudioOff: true },
  ]);
});

it("with Daily, a viewer sees the candidate's picture come and go, also after they have left", async () => {
  class Tracks {
    constructor(readonly tracks: { id: string; kind: string }[]) {}
    getTracks = () => this.tracks;
  }
  vi.stubGlobal("MediaStream", Tracks);
  const call = dailyCall(ADDRESS, false);
  call.join();
  await vi.dynamicImportSettled();
  await wait(JOIN_MS);
  const [made] = ScriptedCall.made;
  const seen = () => (call.picture() as unknown as Tracks | null)?.tracks.map(({ id }) => id) ?? null;
  const candidate = { local: false, owner: false };
  const [picture, voice] = [{ id: "picture", kind: "video" }, { id: "voice", kind: "audio" }];
  made?.tell("track-started", { participant: { local: false, owner: true }, track: { id: "interviewer's", kind: "video" } });
  expect(seen()).toBeNull();
  made?.tell("track-started", { participant: candidate, track: picture });
  made?.tell("track-started", { participant: candidate, track: voice });
  expect(seen()).toEqual(["picture", "voice"]);
  made?.tell("track-stopped", { participant: candidate, track: picture });
  expect(seen(), "between two questions").toEqual(["voice"]);
  made?.tell("track-started", { participant: candidate, track: { ...picture, id: "next" } });
  expect(seen()).toEqual(["voice", "next"]);
  made?.tell("track-stopped", { participant: null, track: voice });
  made?.tell("track-stopped", { participant: null, track: { id: "next" } });
  expect(seen(), "the candidate has left").toBeNull();
  vi.unstubAllGlobals();
});

it("with Daily, nobody joins after leaving while the library was loading", async () => {
  const call = dailyCall(ADDRESS, true);
  call.join();
  call.leave();
  await vi.dynamicImportSettled();
  await wait(JOIN_MS);
  expect(ScriptedCall.made).toEqual([]);
  expect(call.states().at(-1)).toBe("left");
});

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};
  constructor(readonly address: string) {
    FakeSocket.made.push(this);
  }
  send() {}
  close() {}
}

it("signaling reconnects after an interruption, ends on request, and gives up if it is rejected", async () => {
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
  const closed = vi.fn<(code: number) => void>();
  const letter = vi.fn<(letter: unknown) => void>();
  const last = () => FakeSocket.made.at(-1) as FakeSocket;
  openSignaling("/api/watch/key/call", { letter, closed });
  expect(last().address).toMatch(/^ws:.*\/api\/watch\/key\/call$/);
  last().onmessage({ data: '{"type":"hello"}' });
  last().onclose({ code: 1006 });
  await wait(1000);
  expect(FakeSocket.made).toHaveLength(2);
  last().onclose({ code: DECLINED });
  await wait(60_000);
  expect(closed).toHaveBeenCalledExactlyOnceWith(DECLINED);
  expect(FakeSocket.made).toHaveLength(2);

  openSignaling("/api/watch/key/call", { letter, closed });
  for (let tries = 0; tries < 9; tries += 1) {
    last().onclose({ code: 1006 });
    await wait(60_000);
  }
  expect(FakeSocket.made).toHaveLength(2 + 4);
  vi.unstubAllGlobals();
});

it("a channel that was accepted once, or is patient, reconnects after an outage of any length", async () => {
  vi.stubGlobal("WebSocket", FakeSocket);
  const closed = vi.fn<(code: number) => void>();
  const last = () => FakeSocket.made.at(-1) as FakeSocket;
  for (const patient of [false, true]) {
    FakeSocket.made = [];
    const line = openSignaling("/api/watch/key/call", { letter: () => {}, closed }, { patient });
    if (!patient) last().onmessage({ data: '{"type":"hello"}' });
    for (let minute = 0; minute < 30; minute += 1) {
      last().onclose({ code: 1006 });
      await wait(30_000);
    }
    expect(FakeSocket.made).toHaveLength(31);
    last().onclose({ code: 1006 });
    dispatchEvent(new Event("online"));
    expect(FakeSocket.made, "at once when the network is back").toHaveLength(32);
    line.close();
    last().onclose({ code: 1006 });
    dispatchEvent(new Event("online"));
    await wait(60_000);
    expect(FakeSocket.made).toHaveLength(32);
  }
  expect(closed).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

/** Calls through Daily. Its library is loaded only when a call is joined. */

import type { DailyCall } from "@daily-co/daily-js";
import { type Call, type CallAddress, createCallStore } from "./protocol.ts";

/** Joins the room at `address`; `sends` says whether this side sends its tracks. */
export function dailyCall({ roomUrl: url, token }: CallAddress, sends: boolean): Call {
  const told = createCallStore();
  let call: DailyCall | null = null;
  let stream: MediaStream | null = null;
  /** Counts joins and leaves, to ignore a library that loads too late. */
  let turn = 0;
  const tracks = (): { videoSource: MediaStreamTrack | false; audioSource: MediaStreamTrack | false } => ({
    videoSource: stream?.getVideoTracks()[0] ?? false,
    audioSource: stream?.getAudioTracks()[0] ?? false,
  });

  async function enter(): Promise<void> {
    turn += 1;
    const own = turn;
    const { default: Daily } = await import("@daily-co/daily-js");
    if (own !== turn) return;
    // Our content security policy forbids eval.
    const made = Daily.createCallObject({ ...tracks(), dailyConfig: { avoidEval: true } });
    call = made;
    made.on("loaded", () => told.enter("loaded"));
    made.on("joining-meeting", () => told.enter("joining"));
    made.on("joined-meeting", () => told.enter("joined"));
    made.on("left-meeting", () => told.enter("left"));
    made.on("error", () => told.enter("error"));
    made.on("track-started", ({ participant, track }) => {
      if (sends || !participant || participant.local || participant.owner) return;
      const others = told.picture()?.getTracks().filter(({ kind }) => kind !== track.kind) ?? [];
      told.see(new MediaStream([...others, track]));
    });
    made.on("track-stopped", ({ participant, track }) => {
      // No participant is identified when it stops because they have left.
      if (sends || participant?.local) return;
      const left = told.picture()?.getTracks().filter(({ id }) => id !== track.id) ?? [];
      told.see(left.length > 0 ? new MediaStream(left) : null);
    });
    await made.join({ url, token, ...(sends ? {} : { startVideoOff: true, startAudioOff: true }) });
  }

  return {
    ...told,
    join() {
      told.begin("loading");
      enter().catch(() => told.enter("error"));
    },
    show(next) {
      stream = next;
      call?.setInputDevicesAsync(tracks()).catch(() => {});
    },
    leave() {
      turn += 1;
      const gone = call;
      call = null;
      told.see(null);
      told.enter("left");
      gone?.leave().then(() => gone.destroy()).catch(() => {});
    },
  };
}

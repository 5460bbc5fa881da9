import { dailyCall } from "./daily.ts";
import { type EmbeddedCall, embeddedViewer } from "./embedded.ts";
import { DECLINED, ENDED, type SignalMessage, type SignalingChannel, openSignaling } from "./signaling.ts";
import { type Call, type CallState, createCallStore } from "./protocol.ts";
import { simulatedCall } from "./simulated.ts";

/** Why a viewer was disconnected although the call itself has not failed. */
type Ending = "ended" | "declined" | null;

/** The viewing side of a call. */
export interface Viewer extends Call {
  readonly ending: () => Ending;
}

/** Watches through a link. An 'interviewer' has the call recorded, an 'observer' only watches. */
export function watchInterview(key: string, role: "interviewer" | "observer"): Viewer {
  const told = createCallStore();
  let line: SignalingChannel | null = null;
  let call: Call | EmbeddedCall | null = null;
  let ending: Ending = null;

  function enter(hello: SignalMessage): void {
    call?.leave();
    const entered = callOf(hello);
    call = entered;
    entered.subscribe(() => {
      if (entered !== call) return;
      told.see(entered.picture());
      const state = entered.states().at(-1);
      if (state && state !== "left") told.enter(state);
    });
    entered.join();
  }

  function callOf({ provider, url: roomUrl, token, iceServers }: SignalMessage): Call | EmbeddedCall {
    const address = { roomUrl: String(roomUrl), token: String(token) };
    if (provider === "daily") return dailyCall(address, false);
    if (provider === "simulated") return simulatedCall(address);
    return embeddedViewer(line as SignalingChannel, iceServers as RTCIceServer[]);
  }

  function out(state: CallState): void {
    line?.close();
    line = null;
    call?.leave();
    call = null;
    told.see(null);
    told.enter(state);
  }

  return {
    ...told,
    ending: () => ending,
    join() {
      ending = null;
      told.begin("loading");
      line = openSignaling(`/api/watch/${encodeURIComponent(key)}/call?role=${role}`, {
        letter(letter) {
          if (letter.type === "hello") enter(letter);
          else if (call && "hear" in call) call.hear(letter);
        },
        closed(code) {
          ending = code === DECLINED ? "declined" : code === ENDED ? "ended" : null;
          out(ending ? "left" : "error");
        },
      });
    },
    show() {},
    leave: () => out("left"),
  };
}

import { dailyCall } from "./daily.ts";
import { type Embedded, embeddedWatching } from "./embedded.ts";
import { DECLINED, ENDED, type Letter, type Line, openLine } from "./line.ts";
import { type Call, type CallState, telling } from "./port.ts";
import { simulatedCall } from "./simulated.ts";

/** Why a watcher is outside again, where the call itself has not failed. */
export type Ending = "ended" | "declined" | null;

/** A watcher's side of a call. */
export interface Watching extends Call {
  readonly ending: () => Ending;
}

/** Watches by a link. As 'interviewer' somebody has the call recorded, as 'observer' they only look on. */
export function watchInterview(key: string, role: "interviewer" | "observer"): Watching {
  const told = telling();
  let line: Line | null = null;
  let call: Call | Embedded | null = null;
  let ending: Ending = null;

  function enter(hello: Letter): void {
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

  function callOf({ provider, url: roomUrl, token, iceServers }: Letter): Call | Embedded {
    const address = { roomUrl: String(roomUrl), token: String(token) };
    if (provider === "daily") return dailyCall(address, false);
    if (provider === "simulated") return simulatedCall(address);
    return embeddedWatching(line as Line, iceServers as RTCIceServer[]);
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
      line = openLine(`/api/watch/${encodeURIComponent(key)}/call?role=${role}`, {
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

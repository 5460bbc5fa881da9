/** Lets others watch an interview through Daily. Its library is loaded when the interview begins. */

import Daily, { type DailyCall } from "@daily-co/daily-js";
import { createStore } from "../store.ts";

/** The address of a room and the token that opens it. */
export interface CallAddress {
  roomUrl: string;
  token: string;
}

/** The interview as it is shown to others: nothing is sent without viewers. */
export interface Publisher {
  /** The names of those who watch. */
  readonly watchers: () => readonly string[];
  readonly subscribe: (onChange: () => void) => () => void;
  /** The stream to send to all viewers; null sends nothing. */
  readonly show: (stream: MediaStream | null) => void;
  readonly close: () => void;
}

export function publishInterview({ roomUrl: url, token }: CallAddress, userName: string): Publisher {
  const watchers = createStore<readonly string[]>([]);
  let stream: MediaStream | null = null;
  // Our content security policy forbids eval.
  const call = Daily.createCallObject({ videoSource: false, audioSource: false, dailyConfig: { avoidEval: true } });

  /** Sends the stream only while somebody watches, to save the phone's data volume. */
  function send(): void {
    const sent = watchers.get().length > 0 ? stream : null;
    const tracks = { videoSource: sent?.getVideoTracks()[0] ?? false, audioSource: sent?.getAudioTracks()[0] ?? false } as const;
    call.setInputDevicesAsync(tracks).catch(() => {});
  }

  function look(): void {
    watchers.set(namesIn(call));
    send();
  }

  for (const event of ["joined-meeting", "participant-joined", "participant-left", "left-meeting"] as const) call.on(event, look);
  call.join({ url, token, userName }).catch(() => {});
  return {
    watchers: watchers.get,
    subscribe: watchers.subscribe,
    show(next) {
      stream = next;
      send();
    },
    close() {
      watchers.set([]);
      call
        .leave()
        .then(() => call.destroy())
        .catch(() => {});
    },
  };
}

function namesIn(call: DailyCall): string[] {
  return Object.values(call.participants())
    .filter(({ local }) => !local)
    .map(({ user_name: name }) => name);
}

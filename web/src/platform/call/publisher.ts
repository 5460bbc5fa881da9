import { dailyCall } from "./daily.ts";
import { embeddedPublisher, type PublishedCall } from "./embedded.ts";
import { type SignalMessage, openSignaling } from "./signaling.ts";
import type { Call } from "./protocol.ts";
import { simulatedCall } from "./simulated.ts";

/** A viewer, as the publisher sees them. */
export interface Watcher {
  id: string;
  name: string;
}

/** The publishing side of a call that others can watch. */
export interface Publisher {
  readonly watchers: () => readonly Watcher[];
  readonly subscribe: (onChange: () => void) => () => void;
  /** The stream to send to all viewers; null sends nothing. */
  readonly show: (stream: MediaStream | null) => void;
  /** Stops the publication. */
  readonly decline: () => void;
  readonly close: () => void;
}

/**
 * Lets others watch the interview `id`. Nothing is sent without viewers, and failures here never affect the interview.
 */
export function publishInterview(id: string): Publisher {
  let watchers: readonly Watcher[] = [];
  let stream: MediaStream | null = null;
  let call: Call | PublishedCall | null = null;
  // With a provider, the publisher joins the room only while somebody watches, to save the phone's data volume.
  let inside = false;
  const listeners = new Set<() => void>();

  function watchedBy(next: readonly Watcher[]): void {
    watchers = next;
    if (call && "watched" in call) call.watched(watchers.map((one) => one.id));
    else if (call && inside !== watchers.length > 0) {
      inside = !inside;
      if (inside) call.join();
      else call.leave();
    }
    for (const listener of listeners) listener();
  }

  const line = openSignaling(`/api/interviews/${encodeURIComponent(id)}/call`, {
    letter(letter) {
      if (letter.type === "hello") {
        call?.leave();
        inside = false;
        call = callOf(letter);
        call.show(stream);
        watchedBy(watchers);
      } else if (letter.type === "watchers") {
        watchedBy(letter.watchers as Watcher[]);
      } else if (call && "hear" in call) {
        call.hear(letter);
      }
    },
    closed: () => watchedBy([]),
  }, { patient: true });

  function callOf({ provider, url: roomUrl, token, iceServers }: SignalMessage): Call | PublishedCall {
    const address = { roomUrl: String(roomUrl), token: String(token) };
    if (provider === "daily") return dailyCall(address, true);
    if (provider === "simulated") return simulatedCall(address);
    return embeddedPublisher(line, iceServers as RTCIceServer[]);
  }

  return {
    watchers: () => watchers,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    show(next) {
      stream = next;
      call?.show(next);
    },
    decline() {
      line.send({ type: "decline" });
      watchedBy([]);
    },
    close() {
      line.close();
      call?.leave();
    },
  };
}

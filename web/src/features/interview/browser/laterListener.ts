import type { Listener } from "../model/ports.ts";

/** Lazily loads a listener: the room opens without it, and many browsers never use it. */
export function laterListener(load: () => Promise<Listener>): Listener {
  const loading = load();
  // Errors are reported to the caller that listens.
  loading.catch(() => {});
  return {
    listen(loudness, on) {
      let end: "stop" | "abort" | undefined;
      const listening = loading.then((listener) => (end ? undefined : listener.listen(loudness, on)));
      listening.catch(() => end ?? on.unavailable("failed"));
      const finish = (how: "stop" | "abort") => {
        end = how;
        void listening.then((real) => real?.[how]()).catch(() => {});
      };
      return { stop: () => finish("stop"), abort: () => finish("abort") };
    },
  };
}

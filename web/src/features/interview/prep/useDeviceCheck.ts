import { useEffect, useState } from "react";
import { type BlockReason, type Camera, type Capture, CaptureBlocked } from "../model/ports.ts";

export type DeviceCheckState =
  { at: "opening" } | { at: "open"; capture: Capture } | { at: "blocked"; reason: BlockReason };

/** Holds camera and microphone open for as long as the check is on the screen. */
export function useDeviceCheck(camera: Camera): { state: DeviceCheckState; retry: () => void } {
  const [state, setState] = useState<DeviceCheckState>({ at: "opening" });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const cancel = new AbortController();
    let close = () => {};
    camera.open("video", cancel.signal).then(
      (capture) => {
        if (cancel.signal.aborted) return capture.close();
        const unwatch = capture.onLost(() => setState({ at: "blocked", reason: "busy" }));
        close = () => {
          unwatch();
          capture.close();
        };
        setState({ at: "open", capture });
      },
      (error: unknown) => {
        if (cancel.signal.aborted) return;
        setState({ at: "blocked", reason: error instanceof CaptureBlocked ? error.reason : "busy" });
      },
    );
    return () => {
      cancel.abort();
      close();
    };
  }, [camera, attempt]);
  const retry = () => {
    setState({ at: "opening" });
    setAttempt((before) => before + 1);
  };
  return { state, retry };
}

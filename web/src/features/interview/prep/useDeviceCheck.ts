import { useEffect, useState } from "react";
import { type BlockReason, type Camera, type Capture, CaptureBlocked } from "../model/ports.ts";

/** `camera` says why an open capture has no picture; the microphone works in any case. */
export type DeviceCheckState = { at: "opening" } | { at: "open"; capture: Capture; camera: BlockReason | null } | { at: "blocked"; reason: BlockReason };

/**
 * Keeps camera and microphone open while the check is on the screen; without a camera, only the microphone. `allowed`:
 * one of them was open before, so the browser reveals the names of the devices.
 */
export function useDeviceCheck(camera: Camera): { state: DeviceCheckState; allowed: boolean; retry: () => void } {
  const [state, setState] = useState<DeviceCheckState>({ at: "opening" });
  const [allowed, setAllowed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const cancel = new AbortController();
    const { signal } = cancel;
    let close = () => {};
    const open = async (kind: Capture["kind"], missing: BlockReason | null) => {
      const capture = await camera.open(kind, signal);
      if (signal.aborted) return capture.close();
      const unwatch = capture.onLost(() => setState({ at: "blocked", reason: "busy" }));
      close = () => {
        unwatch();
        capture.close();
      };
      setState({ at: "open", capture, camera: missing });
      setAllowed(true);
    };
    const check = async () => {
      try {
        await open("video", null);
      } catch (error) {
        if (signal.aborted) return;
        const reason = reasonOf(error);
        await open("audio", reason).catch(() => !signal.aborted && setState({ at: "blocked", reason }));
      }
    };
    void check();
    return () => {
      cancel.abort();
      close();
    };
  }, [camera, attempt]);
  const retry = () => {
    setState({ at: "opening" });
    setAttempt((before) => before + 1);
  };
  return { state, allowed, retry };
}

function reasonOf(error: unknown): BlockReason {
  return error instanceof CaptureBlocked ? error.reason : "busy";
}

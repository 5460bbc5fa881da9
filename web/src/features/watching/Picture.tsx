import { useCallback, useSyncExternalStore } from "react";
import type { Call } from "#/platform/call/port.ts";
import styles from "./Picture.module.css";

/** What the other side of a call shows, with its sound. */
export function Picture({ call, name }: { call: Call; name: string }) {
  const stream = useSyncExternalStore(call.subscribe, call.picture);
  const show = useCallback(
    (video: HTMLVideoElement) => {
      video.srcObject = stream;
      return () => {
        video.srcObject = null;
      };
    },
    [stream],
  );
  return <video ref={show} autoPlay playsInline aria-label={name} className={styles.picture} />;
}

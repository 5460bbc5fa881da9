import { useCallback, useSyncExternalStore } from "react";
import type { Call } from "#/platform/call/protocol.ts";
import styles from "./Picture.module.css";

type PictureProps = {
  call: Call;
  name: string;
  /** Text shown while there is no picture. */
  empty: string;
};

/** The other side's video, with sound. */
export function Picture({ call, name, empty }: PictureProps) {
  const stream = useSyncExternalStore(call.subscribe, call.picture);
  const waiting = stream ? null : empty;
  const show = useCallback(
    (video: HTMLVideoElement) => {
      video.srcObject = stream;
      return () => {
        video.srcObject = null;
      };
    },
    [stream],
  );
  return (
    <div className={styles.frame}>
      <video ref={show} autoPlay playsInline aria-label={name} className={styles.picture} />
      <div role="status">{waiting && <p className={styles.waiting}>{waiting}</p>}</div>
    </div>
  );
}

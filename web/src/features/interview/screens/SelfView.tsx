import { Mic } from "lucide-react";
import { useCallback } from "react";
import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import type { Capture } from "../model/ports.ts";
import styles from "./SelfView.module.css";

type SelfViewProps = { capture: Capture; label?: string; className?: string | undefined };

/** The mirrored camera preview; without a camera, a note that only the voice is recorded. */
export function SelfView({ capture, label = m.interview_you(), className }: SelfViewProps) {
  const show = useCallback((video: HTMLVideoElement) => capture.showIn(video), [capture]);
  const video = capture.kind === "video";
  return (
    <div className={cx(styles.self, className)}>
      {video ? <video ref={show} muted playsInline autoPlay aria-hidden="true" className={styles.picture} /> : <Icon as={Mic} className={styles.voice} />}
      <span className={styles.label}>{video ? label : m.interview_you_voice()}</span>
    </div>
  );
}

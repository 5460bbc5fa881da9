import { useEffect, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { LevelMeter } from "#/ui/LevelMeter/LevelMeter.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { type Capture, VOICE } from "../model/ports.ts";
import styles from "./MicLevel.module.css";

const LOOK_EVERY = 100;
/** A short pause for breath does not count as silence. */
const SILENCE = 30;

/** The microphone's current level, and whether a voice was heard in the last three seconds. */
export function useLevel(capture: Capture): { level: number; heard: boolean } {
  const [now, setNow] = useState({ level: 0, quiet: SILENCE });
  useEffect(() => {
    const look = () => {
      const level = capture.level();
      setNow(({ quiet }) => ({ level, quiet: level > VOICE ? 0 : quiet + 1 }));
    };
    const timer = setInterval(look, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [capture]);
  return { level: now.level, heard: now.quiet < SILENCE };
}

/** Level meter. Only this component re-renders ten times a second. */
export function MicLevel({ capture }: { capture: Capture }) {
  const { level, heard } = useLevel(capture);
  return (
    <div className={styles.row}>
      <Text as="span" size="small" strong>
        {heard ? m.interview_heard() : m.interview_not_heard()}
      </Text>
      <LevelMeter level={level} />
    </div>
  );
}

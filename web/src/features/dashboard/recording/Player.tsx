import { type RefObject, useRef, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Pill } from "#/ui/Pill/Pill.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./Player.module.css";
import type { Playable } from "./playlist.ts";
import { type Speed, SpeedChoice } from "./SpeedChoice.tsx";
import { useCaptions } from "./useCaptions.ts";

interface PlayerProps {
  said: Playable;
  /** Number of answers in the interview. */
  total: number;
  /** The person has requested this answer: play it as soon as possible. */
  startsAtOnce: boolean;
  onEnded: () => void;
}

/** Plays one answer with the browser's controls. Speed and captions stay selected. */
export function Player({ said, total, startsAtOnce, onEnded }: PlayerProps) {
  const [speed, setSpeed] = useState<Speed>(1);
  const [captions, setCaptions] = useState(false);
  const [failures, setFailures] = useState(0);
  const [broken, setBroken] = useState<string | null>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { url } = said.take;

  function changeSpeed(chosen: Speed): void {
    setSpeed(chosen);
    if (video.current) video.current.playbackRate = chosen;
  }

  function tryAgain(): void {
    setFailures(failures + 1);
    setBroken(null);
  }

  return (
    <Stack gap="s">
      {broken === url ? (
        <div className={styles.broken} role="status">
          <Text>{m.dashboard_recording_failed()}</Text>
          <Button variant="second" size="small" onClick={tryAgain}>
            {m.ui_retry()}
          </Button>
        </div>
      ) : (
        <Picture
          key={`${url} ${failures}`}
          video={video}
          said={said}
          speed={speed}
          captions={captions}
          startsAtOnce={startsAtOnce || failures > 0}
          onEnded={onEnded}
          onBroken={() => setBroken(url)}
        />
      )}
      <Row wrap spread className={styles.controls}>
        <Text as="span" size="small" quiet num>
          {m.dashboard_recording_place({ order: said.order, total })}
        </Text>
        <Row>
          {said.take.captionsUrl && (
            <Pill on={captions} onClick={() => setCaptions(!captions)}>
              {m.dashboard_recording_captions()}
            </Pill>
          )}
          <SpeedChoice speed={speed} onChange={changeSpeed} />
        </Row>
      </Row>
      {said.typed && (
        <Text size="small" quiet>
          {m.dashboard_recording_typed()}
        </Text>
      )}
    </Stack>
  );
}

interface PictureProps extends Omit<PlayerProps, "total"> {
  video: RefObject<HTMLVideoElement | null>;
  speed: Speed;
  captions: boolean;
  onBroken: () => void;
}

/** A video element for audio alone, too, because only it supports captions. */
function Picture({ video, said, speed, captions, startsAtOnce, onEnded, onBroken }: PictureProps) {
  const { url, captionsUrl, mimeType } = said.take;
  const words = useCaptions(video, captions && captionsUrl !== null);
  const sound = mimeType?.startsWith("audio/") ?? false;

  return (
    <div>
      <video
        ref={video}
        controls
        playsInline
        autoPlay={startsAtOnce}
        preload="metadata"
        src={url}
        aria-label={m.dashboard_answers_video({ question: said.question })}
        className={sound ? styles.sound : styles.video}
        onLoadedMetadata={({ currentTarget }) => {
          // A new recording starts at the browser's default speed.
          currentTarget.playbackRate = speed;
        }}
        onEnded={onEnded}
        onError={onBroken}
      >
        {captionsUrl && <track kind="captions" srcLang={m.ui_locale().slice(0, 2)} label={m.dashboard_recording_captions()} src={captionsUrl} />}
      </video>
      {captions && captionsUrl && (
        // A long answer scrolls, so it must be reachable by keyboard.
        <div role="region" aria-label={m.dashboard_recording_captions()} tabIndex={0} className={styles.captions}>
          {words ?? m.dashboard_recording_captions_wait()}
          <span className={styles.note}>{m.dashboard_recording_captions_note()}</span>
        </div>
      )}
    </div>
  );
}

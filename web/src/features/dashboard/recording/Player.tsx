import { type RefObject, useEffect, useRef, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Pill } from "#/ui/Pill/Pill.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./Player.module.css";
import type { Playable } from "./playlist.ts";

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

/** Playback speeds, as multiples of real time. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;
type Speed = (typeof SPEEDS)[number];

/** Such as "1.5×". */
export function formatSpeed(speed: Speed): string {
  return m.dashboard_recording_times({ speed });
}

/** The playback speed menu. */
function SpeedChoice({ speed, onChange }: { speed: Speed; onChange: (speed: Speed) => void }) {
  return (
    <label className={styles.label}>
      {m.dashboard_recording_speed()}
      <select value={speed} onChange={({ target }) => onChange(SPEEDS[target.selectedIndex] ?? 1)} className={styles.choice}>
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {formatSpeed(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * The text of the current cue of a recording while captions are `on`; null without a cue. Captions are shown below the
 * picture, since an answer may be longer than the picture is high. In full screen nothing is visible below it: there
 * the browser renders them.
 */
function useCaptions(video: RefObject<HTMLVideoElement | null>, on: boolean): string | null {
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    const element = video.current;
    const track = element?.textTracks[0];
    if (!element || !track) return;
    const show = () => setWords(textOf(track));
    const choose = () => setMode(element, on);
    choose();
    show();
    track.addEventListener("cuechange", show);
    document.addEventListener("fullscreenchange", choose);
    return () => {
      track.removeEventListener("cuechange", show);
      document.removeEventListener("fullscreenchange", choose);
    };
  }, [video, on]);
  return on ? words : null;
}

function setMode(element: HTMLVideoElement, on: boolean): void {
  // eslint-disable-next-line compat/compat -- Undefined in Safari before 16.4, where a video fills the screen by other means.
  const fills = document.fullscreenElement === element;
  for (const track of element.textTracks) track.mode = on ? (fills ? "showing" : "hidden") : "disabled";
}

function textOf({ activeCues }: TextTrack): string | null {
  const cues = Array.from(activeCues ?? []) as VTTCue[];
  return cues.map((cue) => plain(cue)).join("\n") || null;
}

/** Returns a cue's text without format tags. */
function plain(cue: VTTCue): string {
  return cue.getCueAsHTML().textContent;
}

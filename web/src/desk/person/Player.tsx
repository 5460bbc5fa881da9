import { Pause, Play } from "lucide-react";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import type { Passage } from "#/api/deskPerson.queries.ts";
import { formatDuration } from "#/format/duration.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./Player.module.css";
import { passageAt, type Span } from "./spans.ts";

const SPEEDS = [1, 1.5, 2] as const;
export type Speed = (typeof SPEEDS)[number];

/** Longest step between two time updates of uninterrupted playback, in seconds of the recording at normal speed. */
const MAX_STEP = 1.5;

export interface PlayerHandle {
  toggle: () => void;
  pause: () => void;
  /** Goes to a time, and plays from there. */
  playFrom: (seconds: number) => void;
  skip: (seconds: number) => void;
}

interface PlayerProps {
  ref: Ref<PlayerHandle>;
  media: string;
  sound: boolean;
  /** The accessible name. */
  label: string;
  length: number | null;
  passages: readonly Passage[];
  /** Evidence on the track; only what this reviewer may see. */
  marks: readonly Span[];
  speed: Speed;
  captions: boolean;
  autoPlay: boolean;
  startAt: number;
  reel: { on: boolean; onToggle: () => void } | null;
  onSpeed: (speed: Speed) => void;
  onCaptions: (on: boolean) => void;
  onTime: (seconds: number) => void;
  /** A stretch was played. */
  onPlayed: (span: Span) => void;
  onPlaying: (playing: boolean) => void;
  /** The person chose another place. */
  onSeek: () => void;
  onEnded: () => void;
}

/** Plays one answer. The controls are under the picture and never on it. */
export function Player(props: PlayerProps) {
  const { ref, media, length, passages, marks, speed, captions, reel, onSpeed, onCaptions, onTime, onPlayed, onPlaying, onSeek } = props;
  const video = useRef<HTMLVideoElement>(null);
  const last = useRef(0);
  const [time, setTime] = useState(props.startAt);
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const [known, setKnown] = useState<number | null>(null);
  const total = known ?? length ?? 0;

  const play = () => void video.current?.play().catch(() => setPlaying(false));
  const seek = (seconds: number) => {
    const to = Math.min(Math.max(0, seconds), total || seconds);
    if (video.current) video.current.currentTime = to;
    last.current = to;
    setTime(to);
    onTime(to);
  };
  useImperativeHandle(ref, () => ({
    toggle: () => (video.current?.paused ? play() : video.current?.pause()),
    pause: () => video.current?.pause(),
    playFrom: (seconds) => {
      seek(seconds);
      play();
    },
    skip: (seconds) => {
      onSeek();
      seek((video.current?.currentTime ?? 0) + seconds);
    },
  }));

  const changed = (now: boolean) => {
    setPlaying(now);
    onPlaying(now);
  };
  const update = () => {
    const at = video.current?.currentTime ?? 0;
    const step = at - last.current;
    if (step > 0 && step < MAX_STEP * speed) onPlayed({ begin: last.current, end: at });
    last.current = at;
    setTime(at);
    onTime(at);
  };

  if (failed) {
    return (
      <div className={styles.failed} role="status">
        <Text>{m.desk_person_media_failed()}</Text>
        <Button variant="second" size="small" onClick={() => setFailed(false)}>
          {m.ui_retry()}
        </Button>
      </div>
    );
  }
  const said = passages[passageAt(passages, time)]?.text;
  const share = (seconds: number) => `${total > 0 ? Math.min(100, (100 * seconds) / total) : 0}%`;
  return (
    <figure className={styles.player} aria-label={props.label}>
      <div className={cx(styles.view, props.sound && styles.sound)}>
        <video
          ref={video}
          playsInline
          autoPlay={props.autoPlay}
          preload="auto"
          src={media}
          aria-label={props.label}
          className={styles.video}
          onClick={() => (video.current?.paused ? play() : video.current?.pause())}
          onLoadedMetadata={({ currentTarget }) => {
            currentTarget.playbackRate = speed;
            if (Number.isFinite(currentTarget.duration)) setKnown(currentTarget.duration);
            if (props.startAt > 0) currentTarget.currentTime = props.startAt;
            last.current = props.startAt;
          }}
          onPlay={() => changed(true)}
          onPause={() => changed(false)}
          onTimeUpdate={update}
          onEnded={() => {
            changed(false);
            props.onEnded();
          }}
          onError={() => setFailed(true)}
        />
        {captions && said && <p className={styles.caption}>{said}</p>}
      </div>
      <div className={styles.scrub}>
        <span className={styles.track} />
        <span className={styles.fill} style={{ width: share(time) }} />
        {marks.map(({ begin, end }) => (
          <span key={begin} className={styles.mark} style={{ left: share(begin), width: share(end - begin) }} />
        ))}
        <span className={styles.knob} style={{ left: share(time) }} />
        <input
          type="range"
          min={0}
          max={Math.max(total, 1)}
          step={0.1}
          value={time}
          aria-label={m.desk_person_position()}
          aria-valuetext={m.desk_person_position_of({ time: formatDuration(time), length: formatDuration(total) })}
          onChange={({ target }) => {
            onSeek();
            seek(Number(target.value));
          }}
        />
      </div>
      <div className={styles.controls}>
        <button type="button" aria-label={playing ? m.desk_person_pause() : m.desk_person_play()} onClick={() => (playing ? video.current?.pause() : play())}>
          <Icon as={playing ? Pause : Play} />
        </button>
        <span className={styles.time}>{m.desk_person_time({ time: formatDuration(time), length: formatDuration(total) })}</span>
        {reel && (
          <button type="button" aria-pressed={reel.on} aria-label={m.desk_person_reel_long()} onClick={reel.onToggle}>
            {m.desk_person_reel()}
          </button>
        )}
        <button
          type="button"
          aria-label={m.desk_person_speed({ speed: formatSpeed(speed) })}
          onClick={() => {
            const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
            if (video.current) video.current.playbackRate = next;
            onSpeed(next);
          }}
        >
          {formatSpeed(speed)}
        </button>
        {passages.length > 0 && (
          <button type="button" aria-pressed={captions} aria-label={m.desk_person_captions()} onClick={() => onCaptions(!captions)}>
            CC
          </button>
        )}
      </div>
    </figure>
  );
}

function formatSpeed(speed: number): string {
  return `${new Intl.NumberFormat(m.ui_locale()).format(speed)}×`;
}

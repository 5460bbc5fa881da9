import type { ReviewAccess, ViewKind } from "#/api/deskPerson.queries.ts";
import { ApiError } from "#/api/errors.ts";
import type { Span } from "./spans.ts";

/** Interval between heartbeats. With it, playback ends within 5 seconds of a withdrawal. */
export const HEARTBEAT_MS = 2000;

/** Time with its words in view after which the view of an answer begins. */
export const READING_MS = 3000;

type Options = {
  access: ReviewAccess;
  answer: number;
  kind: ViewKind;
  /** The answer counts as viewed from now on. */
  onCounts: () => void;
  /** The application may not be viewed any more: it was withdrawn, or this member's session has ended. */
  onGone: () => void;
};

/**
 * Records one view of one answer: begins it on the server, and reports the seconds played until it is stopped. Lost
 * requests are ignored, because the next heartbeat contains everything.
 */
export class ViewRecorder {
  private played: Span[] = [];
  private view: string | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;
  private busy = false;
  private counts = false;
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  start(): void {
    if (this.timer !== undefined) return;
    this.timer = setInterval(() => void this.beat(), HEARTBEAT_MS);
    void this.beat();
  }

  /** Adds a stretch that was played. */
  add(span: Span): void {
    this.played = addPlayed(this.played, span);
  }

  /** Sends the last seconds and ends the heartbeats. */
  stop(): void {
    if (this.timer === undefined) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.flush();
  }

  /** Sends what was played so far, also while another request is on its way: the server keeps the most. The page may close at once. */
  flush(): void {
    const seconds = playedSeconds(this.played);
    if (this.view && seconds > 0)
      this.options.access.continueView(this.view, seconds, true).then(
        (told) => this.tell(told),
        () => undefined,
      );
  }

  private async beat(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const { access, answer, kind, onGone } = this.options;
    try {
      const told = this.view ? await access.continueView(this.view, playedSeconds(this.played), false) : await access.startView(answer, kind);
      if ("id" in told) this.view = String(told.id);
      this.tell(told);
      // It was stopped while it began.
      if (this.timer === undefined && "id" in told) this.flush();
    } catch (error) {
      if (error instanceof ApiError && [401, 404].includes(error.status)) {
        clearInterval(this.timer);
        // Neither a later flush nor a start reaches a view that is gone.
        this.view = null;
        onGone();
      }
    } finally {
      this.busy = false;
    }
  }

  private tell({ counts }: { counts: boolean }): void {
    if (!counts || this.counts) return;
    this.counts = true;
    this.options.onCounts();
  }
}

/** Adds a stretch to what was played. The result is sorted and without overlaps, so that repeated parts count once. */
export function addPlayed(played: readonly Span[], { begin, end }: Span): Span[] {
  if (!(end > begin)) return [...played];
  const apart = played.filter((one) => one.end < begin || one.begin > end);
  const touching = played.filter((one) => one.end >= begin && one.begin <= end);
  const joined = {
    begin: Math.min(begin, ...touching.map((one) => one.begin)),
    end: Math.max(end, ...touching.map((one) => one.end)),
  };
  return [...apart, joined].sort((a, b) => a.begin - b.begin);
}

/** Seconds played, without repeated parts. */
export function playedSeconds(played: readonly Span[]): number {
  return played.reduce((sum, { begin, end }) => sum + end - begin, 0);
}

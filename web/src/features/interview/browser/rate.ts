/** Number of consecutive heavy slices that count as a high rate: a single one may be a burst. */
const SLICES = 3;
/** Factor over the requested bitrate that an inaccurate encoder no longer explains. */
const TOO_MUCH = 2;

/** Measures a recorder's actual bitrate: some encoders ignore the requested one when the picture has much motion. */
export class RateWatch {
  readonly #asked: number;
  readonly #now: () => number;
  #slices: { at: number; bytes: number }[];

  /** `asked` in bits per second; `now` in milliseconds. */
  constructor(asked: number, now: () => number = () => performance.now()) {
    this.#asked = asked;
    this.#now = now;
    this.#slices = [{ at: now(), bytes: 0 }];
  }

  /** Records a slice's size in bytes; returns whether the latest slices were far heavier than requested. */
  isTooHigh(bytes: number): boolean {
    this.#slices = [...this.#slices.slice(-SLICES), { at: this.#now(), bytes }];
    const [first, ...others] = this.#slices;
    if (!first || others.length < SLICES) return false;
    const seconds = ((others.at(-1)?.at ?? 0) - first.at) / 1_000;
    const bits = 8 * others.reduce((total, slice) => total + slice.bytes, 0);
    return seconds > 0 && bits / seconds > TOO_MUCH * this.#asked;
  }
}

/** So many slices in a row make a rate: one alone may hold a burst. */
const SLICES = 3;
/** More than this many times what was asked for is no inaccuracy of the encoder any more. */
const TOO_MUCH = 2;

/** Measures what a recorder really gives: some ignore the rate they were asked for as soon as the picture is restless. */
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

  /** Takes note of a slice of so many bytes; says whether the last ones were far heavier than asked for. */
  isTooHigh(bytes: number): boolean {
    this.#slices = [...this.#slices.slice(-SLICES), { at: this.#now(), bytes }];
    const [first, ...others] = this.#slices;
    if (!first || others.length < SLICES) return false;
    const seconds = ((others.at(-1)?.at ?? 0) - first.at) / 1_000;
    const bits = 8 * others.reduce((total, slice) => total + slice.bytes, 0);
    return seconds > 0 && bits / seconds > TOO_MUCH * this.#asked;
  }
}

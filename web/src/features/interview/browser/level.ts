/** Loudness of a stream, measured on demand: nothing runs between two reads. */
export interface Meter {
  /** From 0 (silence) to 1 (maximum). */
  level(): number;
  /** The maximum of all reads since this was last called; null if nothing was measured. */
  loudest(): number | null;
  close(): void;
}

/** Speech at arm's length is about -30 dB; a quiet room is below -55 dB. */
const SILENCE_DB = -55;
const LOUD_DB = -15;

/** Measures `stream`; always silent where the browser has no Web Audio. Call it in or after a tap. */
export function createMeter(stream: MediaStream): Meter {
  if (typeof AudioContext === "undefined") return { level: () => 0, loudest: () => null, close: () => {} };
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 1024 });
  context.createMediaStreamSource(stream).connect(analyser);
  // Some phones start the context suspended even after a tap.
  void context.resume().catch(() => {});
  const samples = new Float32Array(analyser.fftSize);
  let most: number | null = null;
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      const now = loudness(samples);
      if (context.state === "running") most = Math.max(most ?? 0, now);
      return now;
    },
    loudest() {
      const loudest = most;
      most = null;
      return loudest;
    },
    close: () => void context.close().catch(() => {}),
  };
}

/** Returns the loudness of samples in [-1, 1] on a logarithmic (perceptual) scale. */
export function loudness(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const db = 10 * Math.log10(power + Number.EPSILON);
  return Math.min(1, Math.max(0, (db - SILENCE_DB) / (LOUD_DB - SILENCE_DB)));
}

import { m } from "#/messages.gen/messages.js";
import { useElapsed } from "#/platform/clock.ts";
import { Text } from "#/ui/Text/Text.tsx";
import { Timer } from "#/ui/Timer/Timer.tsx";

type ClockProps = {
  /** Start of the answer, on the clock of `performance.now()`. */
  startedAt: number;
  /** How long an answer usually takes, in seconds. */
  expected: number;
};

/** Elapsed time of the answer. Only this component re-renders every second. */
export function Clock({ startedAt, expected }: ClockProps) {
  const elapsed = useElapsed(1_000, startedAt);
  return (
    <>
      <Timer seconds={Math.round(elapsed / 1_000)} />
      <Text size="small" quiet>
        {enough(expected)}
        <br />
        {m.interview_longer()}
      </Text>
    </>
  );
}

function enough(seconds: number): string {
  if (seconds < 60) return m.interview_enough_seconds({ seconds });
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? m.interview_enough_one() : m.interview_enough_many({ minutes });
}

import { m } from "#/messages.gen/messages.js";
import { useElapsed } from "#/platform/clock.ts";
import { Text } from "#/ui/Text/Text.tsx";
import { Timer } from "#/ui/Timer/Timer.tsx";

type ClockProps = {
  /** How long an answer usually takes, in seconds; null if that is not to be said. */
  expected: number | null;
  running: boolean;
};

/** How long the answer is already, since this appeared. It alone is drawn again every second. */
export function Clock({ expected, running }: ClockProps) {
  const elapsed = useElapsed(running ? 1_000 : null);
  return (
    <>
      <Timer seconds={Math.round(elapsed / 1_000)} />
      <Text size="small" quiet>
        {expected !== null && enough(expected)}
        {expected !== null && <br />}
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

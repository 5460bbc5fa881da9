import { m } from "#/messages.gen/messages.js";
import { Text } from "#/ui/Text/Text.tsx";

/**
 * How long to wait before the next try counts, in words; nothing once that is over. A timer is not read out
 * at each second: whoever is told to wait hears it once, from the toast.
 */
export function TryAgainIn({ seconds }: { seconds: number }) {
  if (seconds <= 0) return null;
  return (
    <Text role="timer" size="small" num quiet>
      {inWords(seconds)}
    </Text>
  );
}

function inWords(seconds: number): string {
  if (seconds < 60) return m.ui_wait_seconds({ seconds });
  return m.ui_wait_minutes({ minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}

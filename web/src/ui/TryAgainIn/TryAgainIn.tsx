import { m } from "#/messages.gen/messages.js";
import { Text } from "#/ui/Text/Text.tsx";

/**
 * The remaining wait before a retry; renders nothing once it is over. The timer is not announced every second: a toast
 * announces the wait once.
 */
export function TryAgainIn({ seconds }: { seconds: number }) {
  if (seconds <= 0) return null;
  return (
    <Text role="timer" size="small" num quiet>
      {formatWait(seconds)}
    </Text>
  );
}

function formatWait(seconds: number): string {
  if (seconds < 60) return m.ui_wait_seconds({ seconds });
  return m.ui_wait_minutes({ minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
